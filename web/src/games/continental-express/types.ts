// Made by `python -m sidings.typescript`: do not edit.

export interface Points {
  objectives: number;
  contract: number | null;
  tickets: number;
  all: number;
}

export interface Goal {
  needs: ('have' | 'lack' | 'stand-in')[];
  missing: string[];
}

export interface Face {
  colour: 'black' | 'blue' | 'green' | 'red' | 'yellow';
  points: number;
  wagons: string[];
}

export interface View {
  turn: number | null;
  phase: 'contract' | 'director' | 'investor' | 'objective' | 'over' | 'pickpocket' | 'pointsman' | 'take';
  lines: Record<'a' | 'b' | 'c', (string | null)[]>;
  piles: Record<'a' | 'b' | 'c', number>;
  objectives: number[];
  objective_pile: number;
  wagons: (Record<string, number>)[];
  tickets: number[];
  tokens: (Record<'black' | 'blue' | 'green' | 'red' | 'yellow', number>)[];
  bank: Record<'black' | 'blue' | 'green' | 'red' | 'yellow', number>;
  validated: number[][];
  contracts: ('?' | 'black' | 'blue' | 'four' | 'green' | 'pairs' | 'red' | 'trios' | 'triplets' | 'two-pairs' | 'yellow' | null)[];
  offered: (('?' | 'black' | 'blue' | 'four' | 'green' | 'pairs' | 'red' | 'trios' | 'triplets' | 'two-pairs' | 'yellow')[] | null)[] | null;
  idle: number;
  last_turns: number | null;
  prices: number[];
  points: Points[];
  goals: Goal[];
  faces: Face[];
  reconstructed: boolean;
}

export interface Event {
  do: 'asked' | 'buried' | 'burnt' | 'chose' | 'declined' | 'derailment' | 'drew' | 'finished' | 'fire' | 'fourth' | 'granted' | 'left' | 'lost' | 'over' | 'paid' | 'reshuffled' | 'returned' | 'revealed' | 'robbed' | 'set-aside' | 'showed' | 'skipped' | 'slid' | 'spent' | 'took' | 'traded' | 'turn' | 'validated';
  seat?: number;
  other?: number;
  card?: string | null;
  objective?: number;
  source?: string;
  target?: string;
  amount?: number;
  phase?: 'contract' | 'director' | 'investor' | 'objective' | 'over' | 'pickpocket' | 'pointsman' | 'take' | null;
}

export interface Choice {
  move: string;
  do: 'contract' | 'decline' | 'done' | 'objective' | 'rob' | 'take' | 'token' | 'trade';
  place?: string;
  number?: number;
  seat?: number;
  give?: string;
  want?: string;
  colour?: string;
}

/** The parameters of each objection, by its code. */
export interface Objections {
  'contracts-chosen': {  };
  'keep-first': {  };
  'lacking': { number: number | string; missing: number | string; wagons: number | string };
  'market-empty': {  };
  'no-card': { place: number | string };
  'no-character': { character: number | string };
  'no-seat': { seat: number | string };
  'no-tickets': { seat: number | string };
  'no-token': { colour: number | string };
  'none-of-theirs': { seat: number | string; wagon: number | string };
  'none-of-yours': { wagon: number | string };
  'not-a-wagon': { card: number | string };
  'nothing-to-decline': {  };
  'over': {  };
  'price': { place: number | string; price: number | string; tickets: number | string };
  'rob-yourself': {  };
  'same-kind': {  };
  'take-first': {  };
  'taken-already': {  };
  'trade-yourself': {  };
  'use-first': { character: number | string };
  'validate-now': {  };
}

export const MOVES = {"contract":"contract {number}","take":"take {place}","rob":"rob {seat}","trade":"trade {give} for {want} of {seat}","token":"token {colour}","decline":"decline","objective":"objective {number}","done":"done"} as const;

export const COLOURS = ["blue","yellow","black","red","green"] as const;

export const LINES = ["a","b","c"] as const;

export const CHARACTERS = ["investor","pickpocket","pointsman","director"] as const;

export type Reason = 'brings an objective nearer' | 'leads away from the objectives' | 'serves your contract' | 'does not serve your contract' | 'gains tickets' | 'costs tickets' | 'will be useful later' | 'gives up what would be useful later' | 'leaves little for the next player' | 'leaves a good card to the next player' | 'ends the game while you lead' | 'would end the game while you are behind' | 'leaves a good card for your next turn' | 'leaves little for your next turn';

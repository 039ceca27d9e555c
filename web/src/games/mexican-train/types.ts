// Made by `python -m sidings.typescript`: do not edit.

export interface OpenDouble {
  train: number | 'm';
  seat: number;
}

export interface View {
  turn: number | null;
  phase: 'over' | 'play' | 'start';
  round: number;
  scores: number[];
  engine: number;
  hands: (string[] | number)[];
  trains: string[][];
  mexican: string[] | null;
  markers: boolean[];
  boneyard: number;
  double: number | 'm' | null;
  doubles: OpenDouble[];
  more_doubles: boolean;
  drawn: string | null;
  called: boolean;
  first_turns: number[];
  passes: number;
  sizes: number[];
  pips: (number | null)[];
  ends: number[];
  mexican_end: number;
  open: (number | 'm')[];
  unconfirmed: string | null;
}

export interface Event {
  do: 'blocked' | 'called' | 'charged' | 'confirmed' | 'dealt' | 'declined' | 'drew' | 'forgot' | 'gathered' | 'kept' | 'laid' | 'marked' | 'over' | 'passed' | 'released' | 'round' | 'scored' | 'shown' | 'started' | 'stopped' | 'turn' | 'unconfirmed' | 'unmarked' | 'won';
  seat?: number;
  card?: string | null;
  source?: string;
  target?: string;
  amount?: number;
}

export interface Choice {
  move: string;
  do: 'call' | 'decline' | 'draw' | 'keep' | 'lay' | 'pass' | 'stop';
  card?: string;
  lane?: number | 'm';
}

/** The parameters of each objection, by its code. */
export interface Objections {
  'begin-before-mexican': {  };
  'begin-before-others': {  };
  'boneyard-empty': {  };
  'call-with-two': { size: number | string };
  'called-already': {  };
  'can-confirm': { domino: number | string };
  'can-play': { domino: number | string; lane: number | string };
  'closed': { lane: number | string };
  'confirm-first': { double: number | string; lane: number | string };
  'does-not-fit': { domino: number | string };
  'draw-first': {  };
  'drawn-already': { domino: number | string };
  'drawn-confirms': { domino: number | string };
  'drawn-fits': { domino: number | string };
  'first-train': {  };
  'first-turn-elsewhere': {  };
  'misfit': { domino: number | string; end: number | string };
  'misfit-double': { domino: number | string; double: number | string };
  'no-calls': {  };
  'no-such-number': { set: number | string; highest: number | string };
  'no-such-seat': { seat: number | string; players: number | string };
  'not-held': { domino: number | string };
  'only-doubles': { double: number | string };
  'only-drawn': { drawn: number | string };
  'over': {  };
  'own-train-first': {  };
  'starter-draws': {  };
  'starter-elsewhere': {  };
}

export type OptionName = 'rounds' | 'set' | 'start' | 'doubles' | 'first_turn' | 'begin' | 'draw' | 'hand' | 'last_domino' | 'double_blank' | 'open_train' | 'dead_double';

export type Preset = 'as-printed' | 'countdown-thirteen' | 'long-first-train' | 'club-double-15' | 'easy-doubles';

export type Reason = 'ends the round' | 'leaves little beside your longest train' | 'breaks up your longest train' | 'sheds pips before the round ends' | 'keeps heavy dominoes' | 'your train can go on' | 'leaves your train without a follower' | 'keeps a place for the rest of your hand' | 'leaves the rest of your hand nowhere to go' | 'the next player will hardly have a match' | 'gives the next player a match' | 'plays two dominoes in one turn' | 'leaves a double that you cannot confirm' | 'avoids a penalty' | 'risks a penalty';

// Made by `python -m sidings.typescript`: do not edit.

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
  drawn: string | null;
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
  do: 'blocked' | 'confirmed' | 'dealt' | 'declined' | 'drew' | 'gathered' | 'kept' | 'laid' | 'marked' | 'over' | 'passed' | 'released' | 'round' | 'scored' | 'shown' | 'started' | 'turn' | 'unconfirmed' | 'unmarked' | 'won';
  seat?: number;
  card?: string | null;
  source?: string;
  target?: string;
  amount?: number;
}

export interface Choice {
  move: string;
  do: 'decline' | 'draw' | 'keep' | 'lay' | 'pass';
  card?: string;
  lane?: number | 'm';
}

/** The parameters of each objection, by its code. */
export interface Objections {
  'begin-before-mexican': {  };
  'begin-before-others': {  };
  'boneyard-empty': {  };
  'can-confirm': { domino: number | string };
  'can-play': { domino: number | string; lane: number | string };
  'closed': { lane: number | string };
  'confirm-first': { double: number | string; lane: number | string };
  'draw-first': {  };
  'drawn-already': { domino: number | string };
  'drawn-confirms': { domino: number | string };
  'first-turn-elsewhere': {  };
  'misfit': { domino: number | string; end: number | string };
  'misfit-double': { domino: number | string; double: number | string };
  'no-such-number': { set: number | string; highest: number | string };
  'no-such-seat': { seat: number | string; players: number | string };
  'not-held': { domino: number | string };
  'only-drawn': { drawn: number | string };
  'over': {  };
  'starter-draws': {  };
  'starter-elsewhere': {  };
}

export type OptionName = 'rounds' | 'set' | 'start' | 'dead_double' | 'double_blank';

export type Preset = 'as-printed' | 'countdown-thirteen';

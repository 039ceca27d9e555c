// Made by `python -m sidings.typescript`: do not edit.

export interface Locks {
  left: number | null;
  middle: number | null;
  right: number | null;
}

export interface View {
  turn: number | null;
  phase: 'over' | 'place' | 'setup' | 'turn';
  trains: number[][];
  locks: Locks[];
  row: number[];
  deck: number;
  discard: number;
  drawn: ((number | '?')[])[] | number | '?' | null;
  hands: ((number | '?')[])[];
  couplings: boolean[][];
  protected: boolean[][];
  abilities: ('move-left' | 'move-right' | 'protect' | 'remove-left' | 'remove-middle' | 'remove-right' | 'swap-adjacent' | 'swap-over-one')[];
}

export interface Event {
  do: 'began' | 'cancelled' | 'discarded' | 'drew' | 'laid' | 'moved' | 'placed' | 'protected' | 'redrew' | 'removed' | 'reshuffled' | 'spared' | 'turn' | 'unlocked' | 'used' | 'won';
  seat?: number;
  card?: number | null;
  source?: 'deck' | 'discard' | 'drawn' | 'lock-left' | 'lock-middle' | 'lock-right' | 'row' | 'wagon-1' | 'wagon-2' | 'wagon-3' | 'wagon-4' | 'wagon-5' | 'wagon-6' | 'wagon-7' | '';
  target?: 'deck' | 'discard' | 'drawn' | 'lock-left' | 'lock-middle' | 'lock-right' | 'row' | 'wagon-1' | 'wagon-2' | 'wagon-3' | 'wagon-4' | 'wagon-5' | 'wagon-6' | 'wagon-7' | '';
  amount?: number;
}

export interface Choice {
  move: string;
  do: 'draw' | 'keep' | 'move' | 'place' | 'protect' | 'remove' | 'swap';
  card?: number;
  ability?: 'move-left' | 'move-right' | 'protect' | 'remove-left' | 'remove-middle' | 'remove-right' | 'swap-adjacent' | 'swap-over-one' | null;
  wagons?: number[];
  seats?: number[];
}

/** The parameters of each objection, by its code. */
export interface Objections {
  'all-protected': {  };
  'draw-first': {  };
  'keep-first': {  };
  'no-room-left': {  };
  'no-room-right': {  };
  'not-drawn': { drawn: number | string; card: number | string };
  'not-in-row': { ability: number | string };
  'over': {  };
  'place-first': { card: number | string };
  'protected': {  };
  'set-up-only': {  };
  'swap-distance': {  };
}

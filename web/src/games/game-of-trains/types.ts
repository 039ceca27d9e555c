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

export const PRINTED = ["move-right","protect","move-left","swap-adjacent","remove-middle","remove-right","remove-left","swap-over-one","move-right","protect","move-left","swap-adjacent","remove-middle","remove-right","remove-left","swap-over-one","move-right","protect","move-left","swap-adjacent","remove-middle","remove-right","remove-left","swap-over-one","move-right","protect","move-left","swap-adjacent","remove-middle","remove-right","remove-left","swap-over-one","move-right","protect","move-left","swap-adjacent","remove-middle","remove-right","remove-left","swap-over-one","move-right","protect","move-left","swap-adjacent","remove-middle","remove-right","remove-left","swap-over-one","swap-over-one","move-right","protect","move-left","swap-adjacent","remove-middle","remove-right","remove-left","swap-over-one","move-right","move-right","protect","move-left","swap-adjacent","remove-middle","remove-right","remove-left","swap-over-one","remove-middle","move-right","protect","move-left","swap-adjacent","remove-middle","remove-right","remove-left","swap-over-one","move-left","move-right","protect","move-left","swap-adjacent","remove-middle","remove-right","remove-left","swap-over-one"] as const;

export const RULES = {"swap-adjacent":"GT-9","swap-over-one":"GT-10","move-right":"GT-11","move-left":"GT-12","remove-left":"GT-13","remove-middle":"GT-14","remove-right":"GT-15","protect":"GT-16"} as const;

export const LOCK_POSITIONS = {"left":1,"middle":4,"right":7} as const;

export const DRAW = "draw" as const;

export const PLACE = ["place 1","place 2","place 3","place 4","place 5","place 6","place 7"] as const;

export const USE = {"swap-adjacent":"swap 1 2","swap-over-one":"swap 1 3","move-right":"move 1 right","move-left":"move 3 left","remove-left":"remove left","remove-middle":"remove middle","remove-right":"remove right","protect":"protect left"} as const;

export const PROTECT = ["protect left",null,null,"protect middle",null,null,"protect right"] as const;

export type Reason = 'finishes your train' | 'does not finish your train' | 'brings your train nearer to ascending' | 'leaves your train out of order' | 'takes from others what they need' | 'gives others a chance to improve' | 'leaves the next player nothing in the row' | 'leaves the next player a card they can use' | 'prepares a swap or a move that mends your train' | 'prepares no swap or move' | 'protects a wagon you need' | 'spends a turn on a protection';

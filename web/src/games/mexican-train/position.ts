// What is sent of Mexican Train, and how its moves are written. A lane is a train that dominoes are
// laid on: a seat's (1, 2, …) or the Mexican one (m).
export type Lane = number | 'm';

export interface RailPosition {
  phase: 'start' | 'play' | 'over';
  turn: number | null;
  round: number;
  scores: number[];
  engine: number;
  hands: (string[] | number)[];
  trains: string[][];
  mexican: string[] | null;
  markers: boolean[];
  boneyard: string[] | number;
  double: Lane | null;
  drawn: string | null;
  first_turns: number[];
  passes: number;
}

export type Pair = [number, number];

export const pair = (domino: string): Pair => {
  const [a, b] = domino.split('-').map(Number);
  return [a ?? 0, b ?? 0];
};
/** A domino as moves and hands write it: the smaller number first. */
export const named = ([a, b]: Pair): string => (a < b ? `${a}-${b}` : `${b}-${a}`);
export const isDouble = (domino: string): boolean => pair(domino)[0] === pair(domino)[1];
export const size = (pile: string[] | number): number => (typeof pile === 'number' ? pile : pile.length);
export const trainOf = (position: RailPosition, lane: Lane): string[] =>
  (lane === 'm' ? position.mexican : position.trains[lane - 1]) ?? [];
/** The number at the open end of a lane. */
export const endOf = (position: RailPosition, lane: Lane): number => {
  const last = trainOf(position, lane).at(-1);
  return last === undefined ? position.engine : pair(last)[1];
};

export interface Laying {
  domino: string;
  lane: Lane;
}

/** Reads `5-12 on 1`; null for `draw` and `pass`. */
export function laying(move: string): Laying | null {
  const found = /^(\d+-\d+) on (m|\d+)$/.exec(move);
  if (!found) return null;
  return { domino: named(pair(found[1] as string)), lane: found[2] === 'm' ? 'm' : Number(found[2]) };
}
export const written = (domino: string, lane: Lane): string => `${domino} on ${lane}`;

/** The seat through whose eyes a position is seen; 0 if there is no single one. */
export function eyes(position: RailPosition): number {
  const open = position.hands.map((hand, i) => (Array.isArray(hand) && hand.length ? i + 1 : 0)).filter(Boolean);
  return open.length === 1 ? (open[0] as number) : 0;
}

// Dominoes and trains as the board draws them. A lane is a train that dominoes are laid on: a seat's
// (1, 2, …) or the Mexican one (m).
import type { Choice, View } from './types';

export type Lane = NonNullable<View['double']>;
export type Pair = [number, number];
/** A choice that lays a domino on a lane. */
export type Laying = Choice & { card: string; lane: Lane };

export const pair = (domino: string): Pair => {
  const [a, b] = domino.split('-').map(Number);
  return [a ?? 0, b ?? 0];
};
/** A domino as hands name it, the smaller number first: its identity wherever it lies. */
export const named = ([a, b]: Pair): string => (a < b ? `${a}-${b}` : `${b}-${a}`);
export const isDouble = (domino: string): boolean => pair(domino)[0] === pair(domino)[1];

/** Where a lane's dominoes lie, as events call it. */
export const placeOf = (lane: Lane): string => `train-${lane}`;
export const lanesOf = (view: View): Lane[] => [...view.trains.map((_, i) => i + 1), 'm'];
export const laneAt = (view: View, place: string): Lane | undefined =>
  lanesOf(view).find((lane) => placeOf(lane) === place);
export const trainOf = (view: View, lane: Lane): string[] =>
  (lane === 'm' ? view.mexican : view.trains[lane - 1]) ?? [];
/** The number at the open end of a lane. */
export const endOf = (view: View, lane: Lane): number => (lane === 'm' ? view.mexican_end : (view.ends[lane - 1] ?? 0));

export const layings = (choices: Choice[]): Laying[] =>
  choices.filter((choice): choice is Laying => choice.do === 'lay');

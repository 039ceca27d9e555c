// A view for the unit tests: two players, seat 1 to move.
import { PRINTED, type Choice, type View } from './types';

export const VIEW: View = {
  turn: 1,
  phase: 'turn',
  trains: [
    [70, 60, 50, 45, 30, 20, 11],
    [71, 61, 52, 46, 31, 21, 12],
  ],
  locks: [
    { left: 2, middle: null, right: null },
    { left: null, middle: null, right: null },
  ],
  row: [4, 6, 10],
  deck: 66,
  discard: 0,
  drawn: null,
  hands: [[], []],
  couplings: [Array(6).fill(false), Array(6).fill(false)],
  protected: [[true, ...Array(6).fill(false)], Array(7).fill(false)],
  abilities: [...PRINTED],
};

export const CHOICES: Choice[] = [
  { move: 'draw', do: 'draw' },
  ...[1, 2, 3, 4, 5, 6].map((left): Choice => ({
    move: `swap ${left} ${left + 1}`,
    do: 'swap',
    card: 4,
    ability: 'swap-adjacent',
    wagons: [left, left + 1],
  })),
  { move: 'remove right', do: 'remove', card: 6, ability: 'remove-right', wagons: [7], seats: [1, 2] },
  { move: 'protect middle', do: 'protect', card: 10, ability: 'protect', wagons: [4] },
  { move: 'protect right', do: 'protect', card: 10, ability: 'protect', wagons: [7] },
];

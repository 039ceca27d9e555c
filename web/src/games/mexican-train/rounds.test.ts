import { expect, test } from 'vitest';
import { roundOver } from './rounds';
import type { Event, View } from './types';

const VIEW = { round: 2, scores: [30, 12] } as View;
const SCORED: Event[] = [
  { do: 'scored', seat: 1, amount: 14 },
  { do: 'scored', seat: 2 },
];

test('a round that was won tells what everybody held', () => {
  const events: Event[] = [...SCORED, { do: 'won', seat: 2 }, { do: 'round', amount: 2 }];
  expect(roundOver(events, VIEW)).toEqual({ round: 1, gained: [14, 0], totals: [30, 12], winner: 2 });
});

test('a blocked round has no winner', () => {
  expect(roundOver([...SCORED, { do: 'blocked' }, { do: 'round', amount: 2 }], VIEW)?.winner).toBe(0);
});

test('nothing is told within a round, nor at the end of the game', () => {
  expect(roundOver([{ do: 'laid', seat: 1 }], VIEW)).toBeNull();
  expect(roundOver([...SCORED, { do: 'won', seat: 2 }, { do: 'over' }], VIEW)).toBeNull();
});

import { expect, test } from 'vitest';
import type { Puzzle } from './data';
import { answered, nextPuzzle, NONE, strengthAt } from './progress.svelte';

const puzzle = (deal: number, rating: number, theme = 'deny'): Puzzle => ({
  rules: 1,
  deal,
  rating,
  theme,
  players: 2,
  options: {},
  moves: [],
  solution: 'one',
  chances: { one: 70, two: 40 },
  why: '',
  despite: false,
});
const ALL = [puzzle(1, 900), puzzle(2, 1400), puzzle(3, 1450, 'finish'), puzzle(4, 2200)];

test('a right answer gains points, a wrong one loses them, and only the first counts', () => {
  const right = answered(NONE, 'race', puzzle(1, 1400), true);
  expect(strengthAt(right, 'race')).toBe(1420);
  expect(right).toMatchObject({ streak: 1, best: 1 });
  expect(answered(right, 'race', puzzle(1, 1400), false)).toBe(right);
  const wrong = answered(right, 'race', puzzle(2, 1420), false);
  expect(wrong).toMatchObject({ streak: 0, best: 1, strength: { race: 1400 } });
  expect(strengthAt(wrong, 'another')).toBe(1400);
});

test('the next puzzle is new and near, then one that was failed', () => {
  expect(nextPuzzle(ALL, NONE, 'race', '', () => 0)?.deal).toBe(2);
  expect(nextPuzzle(ALL, NONE, 'race', 'finish', () => 0.9)?.deal).toBe(3);
  expect(nextPuzzle(ALL, NONE, 'race', 'unknown')).toBeNull();
  let now = NONE;
  for (const one of ALL) now = answered(now, 'race', one, one.deal !== 4);
  expect(nextPuzzle(ALL, now, 'race', '', () => 0)?.deal).toBe(4);
  expect(nextPuzzle(ALL, now, 'race', 'finish', () => 0)?.deal).toBe(3);
});

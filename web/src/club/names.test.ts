import { expect, test } from 'vitest';
import { nameOf, ownGame } from './names';

test('bots are told apart by their numbers', () => {
  const one = { number: 3, name: '', level: 'club', you: false };
  expect(nameOf(one, { club: 'Club player' })).toBe('Club player 3');
  expect(nameOf({ ...one, name: 'Ann' }, {})).toBe('Ann');
});

test('one is led to the game that one has to play oneself', () => {
  const game = (part: number, link: string | null) => ({ part, link, points: null });
  const match = (games: ReturnType<typeof game>[]) => ({ board: 1, first: 1, second: 2, points: null, games });
  expect(ownGame({ you: 2, matches: [[match([game(0, '/t/x')])]] })).toBe('/t/x');
  expect(ownGame({ you: 0, matches: [[match([game(0, '/t/x')])]] })).toBe(null);
  expect(ownGame({ you: 2, matches: [[match([game(1, '/t/x'), game(2, '/t/y')])]] })).toBe('/t/y');
  expect(ownGame({ you: 1, matches: [[match([game(1, '/replay/x'), game(2, null)])]] })).toBe(null);
  expect(ownGame({ you: 1, matches: [] })).toBe(null);
});

import { expect, test } from 'vitest';
import { HISTORY, type Change } from './protocol';
import { changed, type Made, type TableView } from './view';

const made = (version: number): Made => [version, 1, 'draw', ''];
const VIEW = {
  version: 5,
  view: { turn: 1, moves: ['draw'] },
  position: { hand: [1], pile: 9 },
  history: [made(4), made(5)],
} as unknown as TableView;
const change = (fields: object): Change => ({ since: 5, version: 6, view: {}, ...fields }) as unknown as Change;

test('a change replaces what it names and keeps the rest', () => {
  const next = changed(VIEW, change({ view: { turn: 2 }, position: { pile: 8 }, made: [made(6)] }));
  expect(next?.version).toBe(6);
  expect(next?.view).toEqual({ turn: 2, moves: ['draw'] });
  expect(next?.position).toEqual({ hand: [1], pile: 8 });
  expect(next?.history).toEqual([made(4), made(5), made(6)]);
});

test('a change of another version does not fit', () => {
  expect(changed(VIEW, change({ since: 4 }))).toBe(null);
});

test('moves that were taken back leave the history', () => {
  expect(changed(VIEW, change({ undone: 1 }))?.history).toEqual([made(4)]);
});

test('the history has a limit', () => {
  const many = Array.from({ length: HISTORY + 5 }, (_, i) => made(i + 6));
  const history = changed(VIEW, change({ made: many }))?.history;
  expect(history).toHaveLength(HISTORY);
  expect(history?.at(-1)).toEqual(many.at(-1));
});

import { expect, test } from 'vitest';
import { HISTORY, type Change } from './protocol';
import { changed, type Made, type TableView } from './view';

const made = (version: number): Made => ({ version, seat: 1, move: 'draw', by: 'person', events: [{ do: 'drew' }] });
const VIEW = {
  version: 5,
  state: { turn: 1, status: 'playing' },
  view: { hand: [1], pile: 9 },
  choices: [{ move: 'draw' }],
  history: [made(4), made(5)],
  events: [],
} as unknown as TableView;
const change = (fields: object): Change => ({ since: 5, version: 6, ...fields }) as unknown as Change;

test('a change replaces what it names and keeps the rest', () => {
  const next = changed(VIEW, change({ state: { turn: 2 }, view: { pile: 8 }, choices: [], made: [made(6)] }));
  expect(next?.version).toBe(6);
  expect(next?.state).toEqual({ turn: 2, status: 'playing' });
  expect(next?.view).toEqual({ hand: [1], pile: 8 });
  expect(next?.choices).toEqual([]);
  expect(next?.history).toEqual([made(4), made(5), made(6)]);
});

test('the events of a change are those of its moves', () => {
  expect(changed(VIEW, change({ made: [made(6)] }))?.events).toEqual([{ do: 'drew' }]);
  expect(changed(VIEW, change({ state: { turn: 2 } }))?.events).toEqual([]);
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

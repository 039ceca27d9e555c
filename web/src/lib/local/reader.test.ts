import { expect, test } from 'vitest';
import type { Change, Snapshot } from '../protocol';
import { race } from './race';
import { RecordReader } from './reader';

const base64 = (...bytes: number[]) => btoa(String.fromCharCode(...bytes));
/** Two players who have gone 3 and 4 steps; it is the first one's turn. */
const SNAPSHOT = {
  type: 'table',
  version: 5,
  seat: 1,
  state: { turn: 1 },
  view: null,
  choices: [],
  history: [{ version: 5, seat: 2, move: 'one', by: 'person', events: base64(2, 0, 1, 0) }],
  record: base64(2, 1, 3, 4),
} as unknown as Snapshot;
/** The first one goes two steps. */
const CHANGE = {
  type: 'change',
  since: 5,
  version: 6,
  state: { turn: 2 },
  made: [{ version: 6, seat: 1, move: 'two', by: 'person', events: base64(1, 0, 2, 0) }],
  record: base64(1, 0, 2, 2, 5),
} as unknown as Change;

test('a snapshot gets its view, its choices and the events of its history', () => {
  const { view, choices, history } = new RecordReader(race).snapshot(SNAPSHOT);
  expect(view).toEqual({ steps: [3, 4], viewer: 1 });
  expect(choices).toEqual([{ move: 'one' }, { move: 'two' }]);
  expect(history[0]!.events).toEqual([{ do: 'go', seat: 2, far: 1 }]);
});

test('a change is made in the record', () => {
  const reader = new RecordReader(race);
  reader.snapshot(SNAPSHOT);
  const { view, choices, made } = reader.change(CHANGE)!;
  expect(view).toEqual({ steps: [5, 4], viewer: 1 });
  expect(choices).toEqual([]);
  expect(made![0]!.events).toEqual([{ do: 'go', seat: 1, far: 2 }]);
});

test('moves are judged and foreseen in one’s own turn', () => {
  const reader = new RecordReader(race);
  expect(reader.read('two')).toBe(null);
  reader.snapshot(SNAPSHOT);
  expect(reader.read('two')).toMatchObject({ legal: true });
  expect(reader.read('ten')).toMatchObject({ legal: false, code: 'steps' });
  expect(reader.foreseen(1)).toEqual({ steps: [5, 4], viewer: 1 });
  reader.change(CHANGE);
  expect(reader.read('two')).toBe(null);
  expect(reader.foreseen(1)).toBe(null);
});

test('a change that does not fit is refused', () => {
  const reader = new RecordReader(race);
  reader.snapshot({ ...SNAPSHOT, version: 4 });
  expect(reader.change(CHANGE)).toBe(null);
});

test('views are passed on: before the first record, and from a server that sends none', () => {
  const reader = new RecordReader(race);
  const { record: _, ...views } = { ...CHANGE, view: { pile: 8 }, made: [] };
  expect(reader.change(views)).toEqual(views);
  const { record: __, ...whole } = { ...SNAPSHOT, view: { pile: 9 }, history: [] };
  expect(reader.snapshot(whole)).toEqual(whole);
  expect(reader.change(views)).toEqual(views);
});

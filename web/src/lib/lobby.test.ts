import { expect, test } from 'vitest';
import { ownTables, peopleAt, seatsTaken, worthReplaying } from './lobby.svelte';
import type { TableInfo } from './protocol';

const table = (changes: object): TableInfo =>
  ({ status: 'over', players: 3, seats: [], result: { how: 'played' }, ...changes }) as unknown as TableInfo;

test('tables that were closed or removed are not worth replaying', () => {
  const played = table({ table: 'a' });
  const closed = table({ table: 'b', result: { how: 'closed' } });
  const running = table({ table: 'c', status: 'playing' });
  const stopped = (people: number) =>
    table({ result: { how: 'abandoned' }, seats: Array.from({ length: people }, () => ({ kind: 'person' })) });
  const together = stopped(2);
  expect(worthReplaying([closed, played, stopped(1), together, running])).toEqual([played, together]);
  expect(worthReplaying(Array.from({ length: 9 }, () => played))).toHaveLength(6);
});

test('seats and people are counted', () => {
  const found = table({ seats: [{ kind: 'person', name: 'Ania' }, { kind: 'bot' }, { kind: 'free' }] });
  expect(seatsTaken(found)).toBe('2/3');
  expect(peopleAt(found)).toBe('Ania');
});

test('a table that its host has left does not wait for them', () => {
  const seated = table({ status: 'playing', your_seat: 2 });
  const left = table({ status: 'playing', your_seat: 0 });
  const set_up = table({ status: 'open', your_seat: 0 });
  expect(ownTables([seated, left, set_up])).toEqual([seated, set_up]);
});

import { expect, test } from 'vitest';
import { peopleAt, seatsTaken, worthReplaying } from './lobby.svelte';
import type { TableInfo } from './protocol';

const table = (changes: object): TableInfo =>
  ({ status: 'over', players: 3, seats: [], result: { how: 'played' }, ...changes }) as unknown as TableInfo;

test('tables that were given up are not worth replaying', () => {
  const played = table({ table: 'a' });
  const closed = table({ table: 'b', result: { how: 'closed' } });
  const running = table({ table: 'c', status: 'playing' });
  expect(worthReplaying([closed, played, running])).toEqual([played]);
  expect(worthReplaying(Array.from({ length: 9 }, () => played))).toHaveLength(6);
});

test('seats and people are counted', () => {
  const found = table({ seats: [{ kind: 'person', name: 'Ania' }, { kind: 'bot' }, { kind: 'free' }] });
  expect(seatsTaken(found)).toBe('2/3');
  expect(peopleAt(found)).toBe('Ania');
});

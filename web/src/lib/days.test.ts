import { beforeEach, expect, test } from 'vitest';
import { countedOn, dayAt, daysInARow, noteDay, today } from './days';

beforeEach(() => localStorage.removeItem('sidings days'));

const played = (day: string, more = {}) => ({ day, game: 'race', table: `local-${day}`, counts: true, ...more });

test('a day is the same everywhere', () => {
  expect(today(Date.UTC(2026, 10, 16, 23, 59))).toBe('2026-11-16');
});

test('the first game of a day counts, and is found by its table', () => {
  noteDay(played('2026-11-16'));
  noteDay(played('2026-11-16', { table: 'local-again', counts: false }));
  noteDay(played('2026-11-16', { place: 1, players: 2 }));
  expect(countedOn('2026-11-16', 'race')).toMatchObject({ table: 'local-2026-11-16', place: 1 });
  expect(dayAt('local-again')?.counts).toBe(false);
  expect(countedOn('2026-11-16', 'other')).toBeUndefined();
});

test('days in a row are those that were finished, today or up to yesterday', () => {
  for (const day of ['2026-10-30', '2026-10-31', '2026-11-01']) noteDay(played(day, { place: 2 }));
  noteDay(played('2026-11-02'));
  expect(daysInARow('2026-11-02')).toBe(3);
  expect(daysInARow('2026-11-01')).toBe(3);
  expect(daysInARow('2026-11-04')).toBe(0);
});

// The deals of the day that were played on this device.
import { readKept, writeKept } from './kept';

const KEY = 'sidings days';
const MOST_KEPT = 120;

export interface Day {
  day: string; // as 2026-11-16
  game: string;
  table: string;
  /** The first game of a day counts, the others are practice. */
  counts: boolean;
  place?: number;
  players?: number;
  /** The result is in the server's table of the day. */
  entered?: boolean;
}

/** The day as everybody counts it, whatever their time zone. */
export const today = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10);

const read = (): Day[] => readKept<{ days: Day[] }>(KEY).days ?? [];

/** The day whose deal is played at a table. */
export const dayAt = (table: string): Day | undefined => read().find((one) => one.table === table);

/** The game of a day that counts. */
export const countedOn = (day: string, game: string): Day | undefined =>
  read().find((one) => one.counts && one.day === day && one.game === game);

/** Days in a row, up to a day, on which a deal was played to its end. */
export function daysInARow(day: string, days = read()): number {
  const played = new Set(days.filter((one) => one.counts && one.place).map((one) => one.day));
  const before = (count: number) => today(Date.parse(day) - count * 86_400_000);
  const first = played.has(day) ? 0 : 1;
  let count = 0;
  while (played.has(before(first + count))) count += 1;
  return count;
}

export function noteDay(day: Day): void {
  const others = read().filter((one) => one.table !== day.table);
  writeKept(KEY, { days: [...others, day].slice(-MOST_KEPT) });
}

// What the seats are called. Bots have names of their own, as regular guests of a station bar do.
import type { Words } from './i18n/index.svelte';
import type { SeatView } from './view';

const BOTS = ['Odile', 'Bruno', 'Wanda', 'Felix', 'Rosa', 'Hugo', 'Irena', 'Max', 'Nora', 'Emil'];

export function nameOf(seat: SeatView, number: number, t: Words): string {
  if (seat.kind === 'person') return seat.name || t.guest;
  if (seat.kind === 'bot') return BOTS[(number - 1) % BOTS.length] as string;
  return t.waiting.seat(number);
}

/** A move in words, as the beginning of a line. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export function levelOf(level: string | undefined, t: Words): string {
  return (t.levels as Record<string, string>)[level ?? ''] ?? level ?? '';
}

// The names of seats and levels. Every bot has a first name, which it keeps in a rematch.
import type { Words } from './i18n/index.svelte';
import type { SeatView } from './view';

const BOTS = ['Odile', 'Bruno', 'Wanda', 'Felix', 'Rosa', 'Hugo', 'Irena', 'Max', 'Nora', 'Emil'];

export function nameOf(seat: SeatView, number: number, t: Words): string {
  if (seat.kind === 'person') return seat.name || t.guest;
  if (seat.kind === 'bot') return BOTS[(seat.colour - 1) % BOTS.length] as string;
  return t.waiting.seat(number);
}

/** The text with a capital letter at its beginning. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export function levelOf(level: string | undefined, t: Words): string {
  return (t.levels as Record<string, string>)[level ?? ''] ?? level ?? '';
}

// The names of seats, levels and characters. Every bot has a first name, which it keeps in a rematch.
import type { Words } from './i18n/index.svelte';
import type { SeatView } from './view';

const BOTS = ['Odile', 'Bruno', 'Wanda', 'Felix', 'Rosa', 'Hugo', 'Irena', 'Max', 'Nora', 'Emil'];

/** Bots with a style, about as strong as `club`: the server says which of them a game has. */
export const CHARACTERS = ['blocker', 'saver', 'gambler'];

export function nameOf(seat: SeatView, number: number, t: Words): string {
  if (seat.kind === 'person') return seat.name || t.guest;
  if (seat.kind === 'bot') return BOTS[(seat.colour - 1) % BOTS.length] as string;
  return t.waiting.seat(number);
}

/** The text with a capital letter at its beginning. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

export function levelOf(level: string | undefined, t: Words): string {
  const named = (names: Record<string, string>): string | undefined => names[level ?? ''];
  return named(t.levels) ?? named(t.characters) ?? level ?? '';
}

import { translated } from '../../../lib/i18n/translations';
import type { Language } from '../../../lib/settings.svelte';
import type { Face } from '../types';
import { en, type Words } from './en';

export type { Words };
export const words = translated<Words>('continental-express', en);

/** A card's name; the cards of a custom deck have the names its author gave them. */
export const named = (names: Record<string, string>, card: string): string => names[card] ?? card;

/** The names of cards within a sentence. */
export const listed = (cards: string[], language: Language): string =>
  cards
    .map((card) => named(words[language].cards, card))
    .join(', ')
    .toLocaleLowerCase(language);

/** An objective in words. */
export function labelOf({ colour, points, wagons }: Face, language: Language): string {
  const w = words[language];
  return w.objectiveLabel(w.colours[colour], points, listed(wagons, language));
}

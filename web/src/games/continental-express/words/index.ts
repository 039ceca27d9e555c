import type { Language } from '../../../lib/settings.svelte';
import { en, type Words } from './en';
import { fr } from './fr';
import { pl } from './pl';

export type { Words };
export const words: Record<Language, Words> = { en, fr, pl };

/** A card's name; the cards of a custom deck have the names its author gave them. */
export const named = (names: Record<string, string>, card: string): string => names[card] ?? card;

import type { Language } from '../../../lib/settings.svelte';
import { en, type Words } from './en';
import { fr } from './fr';
import { pl } from './pl';

export type { Words };
export const words: Record<Language, Words> = { en, fr, pl };

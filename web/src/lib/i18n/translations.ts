// English comes with the page; the other languages are fetched when they are wanted.
import type { Language } from '../settings.svelte';

const FILES = { fr: () => import('./french'), pl: () => import('./polish') };
const PLACES = new Map<string, Record<string, object>>();
const fetched = new Set<Language>(['en']);

/** The words of the page, or of a game's folder, in every language; English until one has been fetched. */
export function translated<Words extends object>(place: string, en: Words): Record<Language, Words> {
  const words = { en, fr: en, pl: en };
  PLACES.set(place, words);
  return words;
}

export const hasLanguage = (language: Language): boolean => fetched.has(language);

export async function fetchLanguage(language: Language): Promise<void> {
  if (language === 'en' || fetched.has(language)) return;
  const { texts } = await FILES[language]();
  for (const [path, words] of Object.entries(texts)) {
    const place = PLACES.get(/games\/([^/]+)/.exec(path)?.[1] ?? path);
    if (place) place[language] = words;
  }
  fetched.add(language);
}

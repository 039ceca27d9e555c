// The rule books, each loaded when it is opened. A book is `rules/<language>/<game>.md` here, or
// else the one of the same name in the project's documentation.
import type { Book } from '../../markdown';
import type { Language } from './settings.svelte';

type Load = () => Promise<{ default: Book }>;
const OURS = import.meta.glob('../rules/*/*.md') as Record<string, Load>;
const DOCUMENTED = import.meta.glob('../../../docs/rules/*/*.md') as Record<string, Load>;

function find(game: string, language: Language): Load | undefined {
  return OURS[`../rules/${language}/${game}.md`] ?? DOCUMENTED[`../../../docs/rules/${language}/${game}.md`];
}

export interface Found {
  book: Book;
  language: Language;
}

export async function bookOf(game: string, language: Language): Promise<Found | null> {
  const mine = find(game, language);
  const load = mine ?? find(game, 'en');
  return load ? { book: (await load()).default, language: mine ? language : 'en' } : null;
}

/** What a rule says, in plain words and cut short, in the reader's language; null if unknown. */
export async function ruleText(game: string, rule: string, language: Language): Promise<string | null> {
  const found = await bookOf(game, language).catch(() => null);
  if (!found || found.language !== language) return null;
  for (const section of found.book.sections) {
    const block = section.blocks.find((one) => one.rule === rule);
    if (block) {
      const text = (new DOMParser().parseFromString(block.html, 'text/html').body.textContent ?? '').replace(rule, '').trim();
      return text.length > 180 ? `${text.slice(0, 177)}…` : text;
    }
  }
  return null;
}

// The rule books, `docs/rules/<language>/<game>.md`, each fetched when it is opened.
import type { Book } from '../../rule-book';
import type { Language } from './settings.svelte';

/** The address of a book; on the development server, the book itself. */
type Printed = string | Book;
const BOOKS = import.meta.glob<Printed>('../../../docs/rules/*/*.md', { eager: true, import: 'default' });

function find(game: string, language: Language): Printed | undefined {
  return BOOKS[`../../../docs/rules/${language}/${game}.md`];
}

export interface Found {
  book: Book;
  language: Language;
}

const fetched = new Map<string, Promise<Book>>();

/** A book is fetched once; one that could not be fetched is asked for again. */
function read(address: string): Promise<Book> {
  const found = fetched.get(address) ?? fetch(address).then((answer) => answer.json() as Promise<Book>);
  fetched.set(address, found);
  found.catch(() => fetched.delete(address));
  return found;
}

export async function bookOf(game: string, language: Language): Promise<Found | null> {
  const mine = find(game, language);
  const printed = mine ?? find(game, 'en');
  if (!printed) return null;
  const book = typeof printed === 'string' ? await read(printed) : printed;
  return { book, language: mine ? language : 'en' };
}

/** A text as people type it into a search box: lower case, without accents, with plain spaces and apostrophes. */
export const asTyped = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('’', "'")
    .replace(/\s/g, ' ');

/** The first sentences, up to about 180 characters. */
function firstSentences(text: string): string {
  const sentences = text.match(/.+?[.!?…](?=\s|$)\s*/gs) ?? [text];
  let glance = sentences[0] ?? text;
  for (const sentence of sentences.slice(1)) {
    if (glance.length + sentence.length > 180) break;
    glance += sentence;
  }
  return glance.trim();
}

/** The beginning of a rule as plain text in the given language; null if there is none. */
export async function ruleText(game: string, rule: string, language: Language): Promise<string | null> {
  const found = await bookOf(game, language).catch(() => null);
  if (!found || found.language !== language) return null;
  for (const section of found.book.sections) {
    const block = section.blocks.find((one) => one.rule === rule);
    if (block) {
      const text = (new DOMParser().parseFromString(block.html, 'text/html').body.textContent ?? '')
        .replace(rule, '')
        .trim();
      return firstSentences(text);
    }
  }
  return null;
}

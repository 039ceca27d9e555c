// The texts of the books and of the page keep to docs/glossary.md and to the typography of their language.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from './lib/settings.svelte';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

interface Entry {
  game: string;
  /** For each language the term with its other forms, and the words to avoid. */
  terms: Record<Language, { forms: string[]; avoid: string[] }>;
}

const listed = (cell: string): string[] =>
  cell
    .split(/[,()]/)
    .map((word) => word.trim())
    .filter(Boolean);

function readGlossary(): Entry[] {
  const sections = readFileSync(join(DOCS, 'glossary.md'), 'utf8').split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const [title = '', ...lines] = section.split('\n');
    const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| English'));
    return rows.map((row) => {
      const [en = '', noEn = '', fr = '', noFr = '', pl = '', noPl = ''] = row.split('|').slice(1);
      const pair = (term: string, avoid: string) => ({ forms: listed(term), avoid: listed(avoid) });
      return {
        game: title === 'All games' ? '' : title.toLowerCase().replaceAll(' ', '-'),
        terms: { en: pair(en, noEn), fr: pair(fr, noFr), pl: pair(pl, noPl) },
      };
    });
  });
}

// --- The texts: each under the number of its rule or the key of its word

type Texts = Record<string, string>;

/** The paragraphs of a rule book, with the captions of its pictures and without code. */
function bookOf(game: string, language: Language): Texts {
  const text = readFileSync(join(DOCS, 'rules', language, `${game}.md`), 'utf8')
    .replace(/^```[^]*?^```$/gm, (fence) => (fence.match(/^# .*/gm) ?? []).join('\n'))
    .replace(/`[^`]*`/g, '#');
  const paragraphs = text.split(/\n\n+|\n(?=- )/).map((one) => one.replace(/\n */g, ' ').trim());
  const key = (one: string, i: number) => /^- \*\*([A-Z]{2}-\d+)/.exec(one)?.[1] ?? `paragraph ${i + 1}`;
  return Object.fromEntries(paragraphs.map((one, i) => [key(one, i), one]));
}

/** What a function says, without what it puts in between. */
const literals = (source: string): string =>
  (source.match(/`[^`]*`|'[^']*'|"[^"]*"/g) ?? [])
    .map((one) => one.slice(1, -1).replace(/\$\{[^}]*\}/g, '#'))
    .join(' ');

/** The words of a file; of a function what it says, or all of its text: the names of helpers are words too. */
function wordsIn(words: object, all: boolean, path = ''): Texts {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]): [string, string][] => {
      if (typeof value === 'string') return [[path + key, value]];
      if (typeof value === 'function') return [[path + key, all ? String(value) : literals(String(value))]];
      return Object.entries(wordsIn(value as object, all, `${path}${key}.`));
    }),
  );
}

const FILES = import.meta.glob<Record<string, object>>('./{games/*/words,lib/i18n}/{en,fr,pl}.ts', { eager: true });
const GAMES = Object.keys(FILES).flatMap((file) => /games\/(.*)\/words\/en/.exec(file)?.[1] ?? []);

/** All texts of a game, or of the page if none is named. */
function textsOf(game: string, language: Language, all = false): Texts {
  const file = game ? `./games/${game}/words/${language}.ts` : `./lib/i18n/${language}.ts`;
  const words = wordsIn(FILES[file]?.[language] ?? {}, all);
  return game ? { ...bookOf(game, language), ...words } : words;
}

// --- What is asked of them

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\*/g, '\\p{L}*');
const word = (text: string) => new RegExp(`(?<!\\p{L})${escaped(text)}(?!\\p{L})`, 'iu');

const inEnglish = (form: string) => new RegExp(`\\b${form}(s|d|ed|ing)?(?![-\\w])`, 'i');

/** Whether a text has a form of a term: of each word its stem, about two letters less than the whole. */
function has(text: string, forms: string[]): boolean {
  const stem = (one: string) => one.slice(0, Math.max(3, Math.min(one.length - 2, 7)));
  return forms.some((form) =>
    new RegExp(`(?<!\\p{L})${form.split(' ').map(stem).join('\\p{L}* (\\p{L}+ )?')}`, 'iu').test(text),
  );
}

const GLOSSARY = readGlossary();
const entriesFor = (game: string) => GLOSSARY.filter((entry) => !entry.game || entry.game === game);

test('the glossary names the games', () => {
  expect(new Set(GLOSSARY.map(({ game }) => game))).toEqual(new Set(['', ...GAMES]));
  expect(GLOSSARY.length).toBeGreaterThan(40);
});

test.each(['', ...GAMES])('no word to avoid: %s', (game) => {
  for (const language of LANGUAGES) {
    const texts = Object.entries(textsOf(game, language));
    const avoid = entriesFor(game).flatMap(({ terms }) =>
      terms[language].avoid.map((one) => [one, word(one)] as const),
    );
    const found = texts.flatMap(([key, text]) =>
      avoid.filter(([, pattern]) => pattern.test(text)).map(([one]) => `${language} ${key}: ${one}: ${text}`),
    );
    expect(found).toEqual([]);
  }
});

const PLACES = ['', ...GAMES].flatMap((game) => (['fr', 'pl'] as const).map((language) => [language, game] as const));

test.each(PLACES)('%s has its term wherever English has one: %s', (language, game) => {
  const texts = textsOf(game, language, true);
  const missing = Object.entries(textsOf(game, 'en')).flatMap(([key, text]) =>
    entriesFor(game)
      .filter(({ terms }) => terms.en.forms.some((form) => inEnglish(form).test(text)))
      .filter(({ terms }) => !has(texts[key] ?? '', terms[language].forms))
      .map(({ terms }) => `${key}: ${terms.en.forms[0]} → ${terms[language].forms[0]}: ${texts[key]}`),
  );
  expect(missing).toEqual([]);
});

/** What is wrong in the typography of a language. */
const WRONG: Record<Language, RegExp[]> = {
  en: [/[„«»]/, / %/],
  fr: [/(?<!\u202f)[:;!?»]/, /«(?!\u202f)/, /[“”„]/, /\d(ème|ère|nd)\b/, /\u00a0/, /(?<!\u202f)%/],
  pl: [/[“«»]/, / %/, /\d-(szy|gi|ty|my)\b/],
};
const WRONG_ANYWHERE = [/\p{L}'\p{L}/u, /"/, /\.\.\./, /[ \u202f]…/, /[ \u202f]{2,}/];

test.each(['', ...GAMES])('spaces, quotation marks and apostrophes: %s', (game) => {
  for (const language of LANGUAGES) {
    const patterns = [...WRONG[language], ...WRONG_ANYWHERE];
    const found = Object.entries(textsOf(game, language)).flatMap(([key, text]) =>
      patterns
        .filter((pattern) => pattern.test(text))
        .map((pattern) => `${language} ${key}: ${pattern.source}: ${text}`),
    );
    expect(found).toEqual([]);
  }
});

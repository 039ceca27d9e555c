// Every word has a use: a key that no source file reads is dead.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { en } from './lib/i18n/en';
import { WAYS } from './lib/leaving';

const HERE = import.meta.dirname;

function sources(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith('.test.ts') && !/(en|fr|pl)\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** The paths of all texts, as `section.key`. */
function paths(words: object, path: string[] = []): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' ? paths(value as object, [...path, key]) : [[...path, key].join('.')],
  );
}

/** Whether a text reads a path, or an object on the way to it by a computed key. */
function isRead(text: string, path: string, root: string): boolean {
  const parts = path.split('.');
  const exact = new RegExp(`\\b${root}\\.${parts.join('\\??\\.')}\\b`);
  const computed = parts.slice(1).map((_, i) => `\\b${root}\\.${parts.slice(0, i + 1).join('\\.')}(?![\\w.])`);
  return exact.test(text) || computed.some((pattern) => new RegExp(pattern).test(text));
}

/** The source with `t`, or whatever the words are called there, written out. */
function spellOut(source: string): string {
  const aliases = [...source.matchAll(/let (\w+) = \$derived\((i18n\.t(?:\.\w+)?)\)/g)];
  const spelled = aliases.reduce(
    (text, [whole, alias, words]) =>
      text.replace(whole, '').replace(new RegExp(`(?<!\\.)\\b${alias}\\.`, 'g'), `${words}.`),
    source,
  );
  return /\bt: Words/.test(source) ? spelled.replace(/(?<!\.)\bt\./g, 'i18n.t.') : spelled;
}

test('every word of the page is read', () => {
  const text = sources(HERE).map(spellOut).join('\n');
  const computed = WAYS.flatMap((way) => [`table.${way}`, `table.${way}Sure`]);
  expect(paths(en).filter((path) => !computed.includes(path) && !isRead(text, path, 'i18n\\.t'))).toEqual([]);
});

const GAMES = import.meta.glob<object>('./games/*/words/en.ts', { eager: true, import: 'en' });

test.each(Object.entries(GAMES))('every word is read: %s', (file, words) => {
  const text = sources(join(HERE, file, '..', '..'))
    .join('\n')
    .replaceAll('words[language].', 'w.');
  const lookedUp = (path: string) => text.includes(`'${path}'`); // such as the name of an event
  const found = paths(words).filter((path) => !lookedUp(path) && !isRead(text, path, '\\w+'));
  expect(found).toEqual([]);
});

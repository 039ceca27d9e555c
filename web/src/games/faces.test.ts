import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Header } from '../lib/view';
import { fetchLanguage } from '../lib/i18n/translations';
import { LANGUAGES } from '../lib/settings.svelte';
import { faceOf, gameNames, hasFace } from './faces';

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

await Promise.all(LANGUAGES.map(fetchLanguage));

test.each(folders)('%s is found by its folder', (name) => {
  expect(hasFace(name)).toBe(true);
  for (const language of LANGUAGES) expect(faceOf(name).title(language)).toBeTruthy();
});

test('a game without a folder has a plain face', () => {
  const face = faceOf('unknown-game');
  expect(hasFace('unknown-game')).toBe(false);
  expect(face.title('en')).toBe('unknown-game');
  const context = { view: {}, choices: [], header: {} as Header, names: [], seat: 1 };
  expect(face.describe({ move: 'go 3' }, context, 'en')).toBe('go 3');
  expect(face.lesson).toBeUndefined();
});

test('the server decides the order of the games', () => {
  expect(gameNames(['unknown-game', ...folders], [])).toEqual(['unknown-game', ...folders]);
});

test('without the server they come in the order they last had', () => {
  const [first = '', ...others] = folders;
  expect(gameNames(null, [...others, 'unknown-game'])).toEqual([...others, first]);
});

import { expect, test } from 'vitest';
import { words } from '../../games/game-of-trains/words';
import { settings } from '../settings.svelte';
import { i18n } from './index.svelte';

test('a language is English until it has been fetched', async () => {
  settings.change({ language: 'fr' });
  const followed = i18n.follow();
  expect(i18n.language).toBe('en');
  expect(words.fr).toBe(words.en);
  await followed;
  expect(i18n.language).toBe('fr');
  expect(i18n.t.home.rules).toBe('Règles');
  expect(i18n.of(words).draw).toBe(words.fr.draw);
  expect(words.fr).not.toBe(words.en);
});

test('of two wishes the last one counts', async () => {
  settings.change({ language: 'pl' });
  const first = i18n.follow();
  settings.change({ language: 'en' });
  await Promise.all([first, i18n.follow()]);
  expect(i18n.language).toBe('en');
});

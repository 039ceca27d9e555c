import { beforeEach, expect, test, vi } from 'vitest';

// The words of some game, and the page as it is before any language has been fetched.
const WORDS = Object.values(import.meta.glob<{ words: Record<string, object> }>('../../games/*/words/index.ts'));

beforeEach(() => {
  vi.resetModules();
});

test('a language is English until it has been fetched', async () => {
  const { settings } = await import('../settings.svelte');
  const { i18n } = await import('./index.svelte');
  const { words } = await WORDS[0]!();
  settings.change({ language: 'fr' });
  const followed = i18n.follow();
  expect(i18n.language).toBe('en');
  expect(words.fr).toBe(words.en);
  await followed;
  expect(i18n.language).toBe('fr');
  expect(i18n.t.home.rules).toBe('Règles');
  expect(words.fr).not.toBe(words.en);
  settings.change({ language: 'en' });
});

test('of two wishes the last one counts', async () => {
  const { settings } = await import('../settings.svelte');
  const { i18n } = await import('./index.svelte');
  settings.change({ language: 'pl' });
  const first = i18n.follow();
  settings.change({ language: 'en' });
  await Promise.all([first, i18n.follow()]);
  expect(i18n.language).toBe('en');
});

import { expect, test } from 'vitest';
import { Catalogue } from './catalogue.svelte';
import type { Catalogue as Answer } from './protocol';
import { settings } from './settings.svelte';

const ANSWER = {
  games: [
    { name: 'b', title: 'Bees' },
    { name: 'a', title: 'Ants' },
  ],
  bots: ['club'],
} as Answer;

test('the server is asked once, and its order is remembered', async () => {
  let asked = 0;
  const catalogue = new Catalogue(async () => {
    asked += 1;
    return ANSWER;
  });
  expect(catalogue.names).toBe(null);
  await Promise.all([catalogue.load(), catalogue.load()]);
  expect(asked).toBe(1);
  expect(catalogue.names).toEqual(['b', 'a']);
  expect(catalogue.game('a')?.title).toBe('Ants');
  expect(settings.kept.games).toEqual(['b', 'a']);
});

test('after a failure it is asked again', async () => {
  let up = false;
  const catalogue = new Catalogue(() => (up ? Promise.resolve(ANSWER) : Promise.reject(new Error('offline'))));
  await expect(catalogue.load()).rejects.toThrow('offline');
  expect(catalogue.failed).toBe(true);
  up = true;
  await catalogue.load();
  expect(catalogue.failed).toBe(false);
});

import { expect, test } from 'vitest';
import { readPath, router } from './router.svelte';

test.each([
  ['/', { page: 'home' }],
  ['/t/abc', { page: 'table', table: 'abc' }],
  ['/replay/abc', { page: 'replay', table: 'abc' }],
  ['/rules', { page: 'rules', game: null }],
  ['/rules/some-game', { page: 'rules', game: 'some-game' }],
  ['/puzzles', { page: 'puzzles', game: null }],
  ['/puzzles/some-game', { page: 'puzzles', game: 'some-game' }],
  ['/daily', { page: 'daily' }],
  ['/t', { page: 'nowhere' }],
  ['/t/abc/more', { page: 'nowhere' }],
  ['/elsewhere', { page: 'nowhere' }],
])('%s', (path, place) => {
  expect(readPath(path)).toEqual(place);
});

test('going somewhere changes the place and the hash', () => {
  router.go('/rules/some-game#MT-7');
  expect(router.place).toEqual({ page: 'rules', game: 'some-game' });
  expect(router.hash).toBe('MT-7');
});

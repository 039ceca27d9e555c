import { expect, test } from 'vitest';
import type { GameFace } from '../games/contract';
import type { GameInfo } from './protocol';
import { settings } from './settings.svelte';
import { levelFor, playerCounts, playersOf } from './start';

const face = (players?: number): GameFace => ({ name: 'some-game', players }) as unknown as GameFace;
const INFO = { least_players: 2, most_players: 4, characters: ['blocker'] } as unknown as GameInfo;

test('the server says how many can play', () => {
  expect(playerCounts(face(3), INFO)).toEqual([2, 3, 4]);
  expect(playerCounts(face(3), undefined)).toEqual([3]);
});

test('as many as last chosen, or as the game suggests, or as few as possible', () => {
  expect(playersOf(face(), INFO)).toBe(2);
  expect(playersOf(face(3), INFO)).toBe(3);
  settings.change({ players: { 'some-game': 4 } });
  expect(playersOf(face(3), INFO)).toBe(4);
  settings.change({ players: { 'some-game': 7 } });
  expect(playersOf(face(3), INFO)).toBe(2);
});

test('a character plays the games that have it, and a club player the others', () => {
  settings.change({ level: 'blocker' });
  expect(levelFor(INFO)).toBe('blocker');
  expect(levelFor({ ...INFO, characters: [] })).toBe('club');
  expect(levelFor(undefined)).toBe('blocker');
  settings.change({ level: 'expert' });
  expect(levelFor({ ...INFO, characters: [] })).toBe('expert');
});

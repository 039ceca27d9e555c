import { beforeEach, expect, test } from 'vitest';
import type { GameFace } from '../games/contract';
import {
  bookAddress,
  changesIn,
  completed,
  grouped,
  keepOptions,
  mixName,
  optionsFor,
  presetOf,
  readOptions,
} from './options';
import type { GameInfo } from './protocol';
import { settings } from './settings.svelte';

const OPTIONS = [
  { name: 'rounds', rule: 'XY-3', values: [3, 1, 13] },
  { name: 'set', rule: 'XY-1', values: ['twelve', 'nine'] },
  { name: 'start', rule: 'XY-5', values: ['highest', 'countdown'] },
  { name: 'blank', rule: 'XY-9', values: [0, 50] },
];
const PRINTED = { rounds: 3, set: 'twelve', start: 'highest', blank: 0 };
const COUNTDOWN = { ...PRINTED, rounds: 13, start: 'countdown' };
const info: GameInfo = {
  name: 'xy',
  characters: [],
  title: 'XY',
  rules_version: 1,
  least_players: 2,
  most_players: 8,
  options: OPTIONS,
  presets: [
    { name: 'as-printed', options: PRINTED, players: [2, 3, 4] },
    { name: 'countdown', options: COUNTDOWN, players: [2, 3, 4] },
  ],
};
const face = { name: 'xy', preset: (name: string) => name.toUpperCase() } as unknown as GameFace;
const WORDS = { asPrinted: 'as printed', own: 'own mix' };

beforeEach(() => settings.change({ options: {} }));

test('what is remembered is used, and what a game no longer knows is not', () => {
  expect(optionsFor(undefined)).toEqual({});
  expect(optionsFor(info)).toEqual(PRINTED);
  keepOptions(info, { rounds: 1, set: 'fifteen', colour: 'red' });
  expect(optionsFor(info)).toEqual({ ...PRINTED, rounds: 1 });
});

test('only what is not as printed is a change, with its rule', () => {
  expect(changesIn(info, {})).toEqual([]);
  expect(changesIn(info, COUNTDOWN)).toEqual([
    { name: 'rounds', value: 13, rule: 'XY-3' },
    { name: 'start', value: 'countdown', rule: 'XY-5' },
  ]);
  expect(changesIn(undefined, { rounds: 1 })).toEqual([{ name: 'rounds', value: 1, rule: '' }]);
});

test('a mix has the name of its preset, or is one of their own', () => {
  const nameOf = (options: Record<string, number | string>, known: GameInfo | undefined = info) =>
    mixName(known, options, face, 'en', WORDS);
  expect(presetOf(info, COUNTDOWN)?.name).toBe('countdown');
  expect(nameOf(COUNTDOWN)).toBe('COUNTDOWN');
  expect(nameOf({ ...COUNTDOWN, blank: 50 })).toBe('own mix');
  const bare = { ...info, presets: [] };
  expect(nameOf({}, bare)).toBe('as printed');
  expect(nameOf({}, { ...bare, options: [] })).toBe('');
});

test('the commonest options come first, and those that were changed', () => {
  const names = (options: Record<string, number | string>) =>
    grouped(info, options).map((group) => group.map(({ name }) => name));
  expect(names({})).toEqual([['rounds', 'set', 'start'], ['blank']]);
  expect(names({ blank: 50 })).toEqual([['rounds', 'set', 'start', 'blank'], []]);
});

test('the book of a table has its options in the address', () => {
  const address = bookAddress('xy', changesIn(info, COUNTDOWN), 'XY-3');
  expect(address).toBe('/rules/xy?rounds=13&start=countdown#XY-3');
  const read = readOptions(new URL(address, 'http://localhost').search);
  expect(completed(info, read)).toEqual(COUNTDOWN);
  expect(bookAddress('xy', [])).toBe('/rules/xy');
});

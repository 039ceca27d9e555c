import { expect, test } from 'vitest';
import { Selection } from './selection.svelte';
import type { Choice } from './types';

const lay = (card: string, lane: number | 'm'): Choice => ({ move: `${card} on ${lane}`, do: 'lay', card, lane });
const CHOICES = [lay('5-7', 1), lay('5-7', 'm'), lay('3-12', 'm')];
const selection = () => new Selection(() => CHOICES);

test('a domino with one place is laid at once', () => {
  expect(selection().tap('3-12', 1)).toEqual({ do: 'play', move: '3-12 on m' });
});

test('a domino with several places is chosen, and again to let it go', () => {
  const one = selection();
  expect(one.tap('5-7', 1)).toBeNull();
  expect([one.domino, one.targets, one.empty]).toEqual(['5-7', [1, 'm'], false]);
  expect(one.pick(1, '0-0')).toEqual({ do: 'play', move: '5-7 on 1' });
  expect(one.pick(2, '0-0')).toEqual({ do: 'ask', move: '5-7 on 2' });
  one.tap('5-7', 1);
  expect(one.empty).toBe(true);
});

test('a domino without a place asks why, and forgets what was chosen', () => {
  const one = selection();
  one.tap('5-7', 1);
  expect(one.tap('0-4', 2)).toEqual({ do: 'ask', move: '0-4 on 2' });
  expect(one.empty).toBe(true);
});

test('a lane can be chosen first', () => {
  const one = selection();
  expect(one.pick('m', '0-0')).toBeNull();
  expect(one.playable).toEqual(['5-7', '3-12']);
  expect(one.tap('3-12', 1)).toEqual({ do: 'play', move: '3-12 on m' });
  expect(one.tap('0-4', 1)).toEqual({ do: 'ask', move: '0-4 on m' });
  expect(one.pick('m', '0-0')).toBeNull();
  expect(one.empty).toBe(true);
});

test('a lane on which nothing can be laid asks why', () => {
  const one = selection();
  one.pick('m', '0-0');
  expect(one.pick(2, '0-4')).toEqual({ do: 'ask', move: '0-4 on 2' });
  expect(one.lane).toBeNull();
  expect(one.clear).toEqual([1, 'm', 'm']);
});

test('a dragged domino lights its places, one without any lights none', () => {
  const one = selection();
  one.pick('m', '0-0');
  one.lift('5-7');
  expect([one.lane, one.targets]).toEqual([null, [1, 'm']]);
  one.lift('0-4');
  expect(one.targets).toEqual([]);
});

import { expect, test } from 'vitest';
import { Arrangement, type Memory } from './arrangement.svelte';

const HAND = ['0-3', '1-9', '3-5', '5-8'];

function memory(): Memory {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test('a sorted hand stays sorted after a reload, and new dominoes come last', () => {
  const place = memory();
  new Arrangement('hand', place).sortAsTrain(HAND, 8);
  const again = new Arrangement('hand', place);
  expect(again.arrange([...HAND, '6-6'])).toEqual(['5-8', '3-5', '0-3', '1-9', '6-6']);
  expect(again.turned).toEqual(['5-8', '3-5', '0-3']);
  again.sortByNumber(HAND);
  expect([again.arrange(HAND), again.turned]).toEqual([HAND, []]);
});

test('dominoes are moved by steps, to a place and to the end', () => {
  const one = new Arrangement('hand', null);
  one.shift(HAND, '0-3', 2);
  expect(one.arrange(HAND)).toEqual(['1-9', '3-5', '0-3', '5-8']);
  one.shift(one.arrange(HAND), '1-9', -999);
  expect(one.arrange(HAND)[0]).toBe('1-9');
  one.put(one.arrange(HAND), '5-8', '3-5');
  expect(one.arrange(HAND)).toEqual(['1-9', '5-8', '3-5', '0-3']);
  one.put(one.arrange(HAND), '1-9', null);
  expect(one.arrange(HAND).at(-1)).toBe('1-9');
  one.put(one.arrange(HAND), '1-9', '1-9');
  expect(one.arrange(HAND).at(-1)).toBe('1-9');
});

test('a domino is fresh from when its owner draws it until one is laid', () => {
  const one = new Arrangement('hand', memory());
  one.hear([{ do: 'drew', seat: 2, card: null }], 1);
  expect(one.fresh).toEqual([]);
  one.hear([{ do: 'drew', seat: 1, card: '3-5' }], 1);
  one.hear([{ do: 'laid', seat: 2, card: '1-1' }], 1);
  expect(one.fresh).toEqual(['3-5']);
  one.hear([{ do: 'laid', seat: 1, card: '0-3' }], 1);
  expect(one.fresh).toEqual([]);
});

test('what was kept and cannot be read is ignored', () => {
  const one = new Arrangement('hand', { getItem: () => '{', setItem: () => expect.unreachable() });
  expect(one.arrange(HAND)).toEqual(HAND);
});

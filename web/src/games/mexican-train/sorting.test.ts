import { expect, test } from 'vitest';
import { asTrain, byNumber, kept } from './sorting';

test('a hand becomes the longest train, and the rest follows by number', () => {
  const { order, turned } = asTrain(['3-5', '1-9', '5-5', '0-3', '5-8'], [8]);
  expect(order).toEqual(['5-8', '5-5', '3-5', '0-3', '1-9']);
  expect(turned).toEqual(['5-8', '3-5', '0-3']);
});

test('by number', () => {
  expect(byNumber(['3-5', '10-11', '0-12', '3-4'])).toEqual(['0-12', '3-4', '3-5', '10-11']);
});

test('a chosen order lasts, and new dominoes come last', () => {
  expect(kept(['3-5', '1-1', '0-2'], ['0-2', '3-5', '6-6'])).toEqual(['3-5', '0-2', '6-6']);
});

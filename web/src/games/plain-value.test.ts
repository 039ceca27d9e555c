import { expect, test } from 'vitest';
import { isSimple, label, text } from './plain-value';

test('fields become headings', () => {
  expect(label('last_turns')).toBe('Last turns');
  expect(label('double-blank')).toBe('Double blank');
});

test('values become text', () => {
  expect([null, true, false, 0, '?', ''].map(text)).toEqual(['–', '✓', '✗', '0', '?', '–']);
});

test('lists and objects are not simple', () => {
  expect([1, 'a', null, true].every(isSimple)).toBe(true);
  expect([[], {}].some(isSimple)).toBe(false);
});

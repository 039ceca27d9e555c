import { expect, test } from 'vitest';
import { nearest } from './nearest';
import { at, contains, equal, Field, modulo, omit, or, put, repr, shown, slice, tolist_, truth } from './python';

test('a field of a record is read and written like an array of NumPy', () => {
  const data = Int8Array.from([1, 2, 3, 4, 5, 6]);
  const field = new Field(data, [2, 3], [3, 1], 0);
  expect(at(field, [1, 0])).toBe(4);
  expect(at(field, [-1, -1])).toBe(6);
  expect(tolist_(slice(at(field, 0), null, null, -1))).toEqual([3, 2, 1]);
  expect(tolist_(slice(field, 1, 9))).toEqual([[4, 5, 6]]);
  put(field, [0, 1], 9);
  put(field, 1, [7, 8, 9]);
  expect([...data]).toEqual([1, 9, 3, 7, 8, 9]);
  expect(() => at(field, 2)).toThrow(RangeError);
});

test('truth and equality are those of Python', () => {
  expect([0, '', null, [], {}, new Map()].some(truth)).toBe(false);
  expect([1, 'x', [0], { a: 0 }].every(truth)).toBe(true);
  expect(equal([1, [2]], [1, [2]])).toBe(true);
  expect(equal(true, 1)).toBe(true);
  expect(equal(false, null)).toBe(false);
  expect(or([], () => 7)).toBe(7);
});

test('what is not there is an error, not undefined', () => {
  expect(() => at({}, 'toString')).toThrow(RangeError);
  expect(() => at([1], 1)).toThrow(RangeError);
  expect(() => put({}, 1, 2)).toThrow(TypeError);
  expect(contains({ a: 1 }, 'toString')).toBe(false);
});

test('remainders, slices and words are those of Python', () => {
  expect(modulo(-1, 7)).toBe(6);
  expect(slice([1, 2, 3, 4, 5], 0, 5, 2)).toEqual([1, 3, 5]);
  expect(slice([1, 2, 3], -2, null)).toEqual([2, 3]);
  expect(repr(["it's", null, true, { a: 1 }])).toBe("[\"it's\", None, True, {'a': 1}]");
  expect(shown('x'.repeat(100))).toHaveLength(60);
  expect(omit({ a: 1, b: [] }, { a: 0, b: [] })).toEqual({ a: 1 });
});

test('the nearest texts come first', () => {
  expect(nearest('swap 1 3', ['draw', 'swap 1 2', 'swap 2 3'])).toEqual(['swap 2 3', 'swap 1 2']);
  expect(nearest('?', ['draw'])).toEqual([]);
});

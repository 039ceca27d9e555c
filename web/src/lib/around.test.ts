import { expect, it } from 'vitest';
import { around } from './around';

it('begins with whoever plays after one', () => {
  expect(around(2, 3, false)).toEqual({ own: 2, others: [3, 1] });
  expect(around(2, 3, true)).toEqual({ own: 2, others: [3, 1] });
});

it('shows a spectator seat 1 at the bottom, or all alike', () => {
  expect(around(0, 3, false)).toEqual({ own: 1, others: [2, 3] });
  expect(around(0, 3, true)).toEqual({ own: 0, others: [1, 2, 3] });
});

import { expect, test } from 'vitest';
import type { Tip } from '../games/contract';
import { afterMove, tipFor, withoutExceptions, type Progress } from './lesson';
import type { Judged } from './protocol';

const tip = (key: string, kind = ''): Tip => ({
  key,
  text: key,
  at: '',
  ...(kind ? { acted: (events) => events.some((event) => event.do === kind) } : {}),
});
const [DRAW, USE, MARK] = [tip('draw', 'drew'), tip('use', 'used'), tip('mark')];
const NEW: Progress = { learnt: [], given: [] };

test('one tip for one situation', () => {
  expect(tipFor([DRAW, USE], NEW)).toBe(DRAW);
  expect(tipFor([], NEW)).toBeNull();
});

test('what was acted on is learnt', () => {
  const after = afterMove(NEW, [DRAW, USE], DRAW, [{ do: 'drew' }]);
  expect(after).toEqual({ learnt: ['draw'], given: ['draw'] });
  expect(tipFor([DRAW], after)).toBeNull();
  expect(tipFor([DRAW, USE], after)).toBe(USE);
});

test('a tip without a deed of its own is learnt with any move', () => {
  expect(afterMove(NEW, [MARK], MARK, [{ do: 'passed' }]).learnt).toEqual(['mark']);
});

test('what was not acted on makes room for the next, and comes back when it arises anew', () => {
  const once = afterMove(NEW, [DRAW, USE], DRAW, [{ do: 'passed' }]);
  expect(once.learnt).toEqual([]);
  expect(tipFor([DRAW, USE], once)).toBe(USE);
  const gone = afterMove(once, [USE], USE, [{ do: 'passed' }]); // nothing to draw in between
  expect(tipFor([DRAW, USE], gone)).toBe(DRAW);
});

test('what was said before may be acted on later', () => {
  const once = afterMove(NEW, [DRAW, USE], DRAW, [{ do: 'passed' }]);
  expect(afterMove(once, [DRAW, USE], USE, [{ do: 'drew' }]).learnt).toEqual(['draw']);
});

test('a deed is no lesson before its tip', () => {
  expect(afterMove(NEW, [DRAW, USE], DRAW, [{ do: 'used' }]).learnt).toEqual([]);
});

test('in a lesson advice makes no exceptions', () => {
  const judged = (move: string, despite: boolean): Judged => ({ move, chance: 0.5, margin: 0.1, why: 'so', despite });
  expect(withoutExceptions([judged('a', true), judged('b', false)])).toEqual([judged('b', false)]);
  expect(withoutExceptions([judged('a', true)])).toEqual([{ ...judged('a', false), why: '' }]);
});

import { expect, test } from 'vitest';
import { roundOver, scenes } from './rounds';
import type { Event, View } from './types';

const BEFORE = {
  turn: 1,
  round: 1,
  scores: [10, 20],
  trains: [['12-5'], []],
  mexican: null,
  hands: [['5-7'], 2],
  sizes: [1, 2],
  ends: [5, 12],
  mexican_end: 12,
  markers: [true, false],
  double: null,
  doubles: [],
  unconfirmed: null,
} as unknown as View;
const AFTER = { ...BEFORE, round: 2, turn: 2 };
const END: Event[] = [
  { do: 'laid', seat: 1, card: '5-7', source: 'hand-1', target: 'train-1' },
  { do: 'unmarked', seat: 1 },
  { do: 'shown', seat: 2, card: '0-3' },
  { do: 'shown', seat: 2, card: '1-10' },
  { do: 'scored', seat: 1, amount: 0 },
  { do: 'scored', seat: 2, amount: 14 },
  { do: 'won', seat: 1 },
];
const NEXT: Event[] = [{ do: 'gathered' }, { do: 'round', amount: 2 }];

test('a round that ends is looked at before the next is dealt', () => {
  const [scene, ...more] = scenes(BEFORE, AFTER, [...END, ...NEXT]);
  expect(more).toEqual([]);
  expect(scene?.events).toEqual(END);
  expect(scene?.pause).toBe(Infinity);
  expect(scene?.view).toMatchObject({
    round: 1,
    scores: [10, 34],
    trains: [['12-5', '5-7'], []],
    hands: [[], ['0-3', '1-10']],
    ends: [7, 12],
    markers: [false, false],
  });
  expect(BEFORE.trains).toEqual([['12-5'], []]);
});

test('a domino on the Mexican train, or drawn', () => {
  const laid: Event = { do: 'laid', seat: 1, card: '7-12', source: 'drawn', target: 'train-m' };
  const [scene] = scenes({ ...BEFORE, drawn: '7-12' }, AFTER, [laid, { do: 'scored', seat: 1, amount: 12 }]);
  expect(scene?.view).toMatchObject({ mexican: ['12-7'], mexican_end: 7, drawn: null, hands: [['5-7'], 2] });
});

test('an open train is charged beside the pips', () => {
  const events: Event[] = [...END, { do: 'charged', seat: 2, amount: 10 }];
  expect(roundOver(events, BEFORE)?.gained).toEqual([0, 24]);
  expect(scenes(BEFORE, AFTER, events)[0]?.view.scores).toEqual([10, 44]);
});

test('what a round brought', () => {
  expect(roundOver(END, { ...BEFORE, scores: [10, 34] })).toEqual({
    round: 1,
    gained: [0, 14],
    hands: [[], ['0-3', '1-10']],
    totals: [10, 34],
    winner: 1,
  });
  expect(roundOver([{ do: 'scored', seat: 1, amount: 2 }, { do: 'blocked' }], BEFORE)?.winner).toBe(0);
});

test('nothing is to be seen within a round', () => {
  expect(roundOver([{ do: 'laid', seat: 1 }], BEFORE)).toBeNull();
  expect(scenes(BEFORE, AFTER, [{ do: 'laid', seat: 1 }])).toEqual([]);
});

import { expect, test } from 'vitest';
import { CardNames } from './cards';
import type { Event, View } from './types';

const COUNTS = { blue: 0, yellow: 0, black: 0, red: 0, green: 0 };

function view(changes: Partial<View> = {}): View {
  return {
    lines: { a: ['boxcar', 'coach', 'boxcar'], b: ['diner', null, null], c: [null, null, null] },
    wagons: [
      { boxcar: 1, coach: 0 },
      { boxcar: 0, coach: 1 },
    ],
    tickets: [2, 1],
    tokens: [{ ...COUNTS }, { ...COUNTS }],
    bank: { ...COUNTS, red: 2 },
    ...changes,
  } as View;
}

test('a card keeps its name on its way from the market, and so do those that slide', () => {
  const names = new CardNames();
  const before = names.follow(view(), []);
  const events: Event[] = [
    { do: 'took', seat: 1, card: 'boxcar', source: 'a1', target: 'depot-1' },
    { do: 'slid', card: 'coach', source: 'a2', target: 'a1' },
    { do: 'slid', card: 'boxcar', source: 'a3', target: 'a2' },
    { do: 'drew', card: 'boxcar', source: 'pile-a', target: 'a3' },
  ];
  const lines = { ...view().lines, a: ['coach', 'boxcar', 'boxcar'] };
  const wagons = [
    { boxcar: 2, coach: 0 },
    { boxcar: 0, coach: 1 },
  ];
  const after = names.follow(view({ lines, wagons }), events);
  const [first, second, third] = before.lines.a;
  expect(after.lines.a.slice(0, 2)).toEqual([second, third]);
  expect(after.depots[0]?.boxcar).toEqual([...(before.depots[0]?.boxcar ?? []), first]);
  expect(after.lines.a[2]).not.toBe(third);
  expect(after.moved.map(({ card }) => card)).toEqual([first, second, third, after.lines.a[2]]);
});

test('tickets are told by their number', () => {
  const names = new CardNames();
  const before = names.follow(view(), []);
  const robbed: Event = { do: 'robbed', seat: 2, card: 'ticket', source: 'depot-1', target: 'depot-2', amount: 2 };
  const after = names.follow(view({ tickets: [0, 3] }), [robbed]);
  expect(after.depots[0]?.ticket).toEqual([]);
  expect(after.depots[1]?.ticket?.slice(1).sort()).toEqual(before.depots[0]?.ticket);
});

test('a token comes from the bank', () => {
  const names = new CardNames();
  const before = names.follow(view(), []);
  const granted: Event = { do: 'granted', seat: 1, card: 'red', source: 'bank', target: 'honours-1' };
  const tokens = [{ ...COUNTS, red: 1 }, { ...COUNTS }];
  const after = names.follow(view({ bank: { ...COUNTS, red: 1 }, tokens }), [granted]);
  expect([...after.bank.red, ...(after.tokens[0]?.red ?? [])]).toEqual(before.bank.red);
});

test('without events, as after a take-back, what lies where it lay keeps its name', () => {
  const names = new CardNames();
  const before = names.follow(view(), []);
  const after = names.follow(view({ lines: { ...view().lines, a: ['boxcar', 'diner', 'boxcar'] } }), []);
  expect(after.lines.a[0]).toBe(before.lines.a[0]);
  expect(after.lines.a[1]).toMatch(/^diner\./);
  expect(after.moved).toEqual([]);
});

test('the same view is followed once', () => {
  const names = new CardNames();
  const shown = view();
  expect(names.follow(shown, [])).toBe(names.follow(shown, []));
});

test('objectives and contracts have names of their own', () => {
  const names = new CardNames();
  names.follow(view(), []);
  const events: Event[] = [
    { do: 'chose', seat: 1, card: 'pairs', source: 'offer-1', target: 'contract-1' },
    { do: 'returned', seat: 1, source: 'offer-2', target: 'contract-pile' },
    { do: 'revealed', objective: 7, source: 'objective-pile', target: 'objective-1' },
  ];
  expect(names.follow(view(), events).moved.map(({ card }) => card)).toEqual(['contract.pairs', 'objective.7']);
});

import { expect, test } from 'vitest';
import { VIEW } from './examples';
import { backOf, routes, stepsOf } from './flights';
import type { Event } from './types';

const PLACING: Event[] = [
  { do: 'laid', seat: 2, card: 71, source: 'wagon-1', target: 'row' },
  { do: 'unlocked', seat: 2, card: 2, source: 'lock-left', target: 'discard' },
  { do: 'placed', seat: 2, card: 40, source: 'drawn', target: 'wagon-1' },
  { do: 'cancelled', card: 4, source: 'row', target: 'discard' },
  { do: 'cancelled', card: 71, source: 'row', target: 'discard' },
  { do: 'turn', seat: 1 },
];

test('events of one kind happen together, in the order of the move', () => {
  expect(stepsOf(PLACING)).toEqual([0, 0, 1, 2, 2, 3]);
});

test('a card that is placed comes from the hand of whoever drew it', () => {
  const route = routes(PLACING, VIEW);
  expect(route({ card: '40', from: null, to: 'train-2' })).toEqual({ step: 1, via: ['drawn-2'] });
});

test('a wagon that cancels passes through the row', () => {
  const route = routes(PLACING, VIEW);
  expect(route({ card: '71', from: 'train-2', to: null })).toEqual({
    step: 0,
    via: ['slot-swap-adjacent', 'discard'],
  });
  expect(route({ card: '4', from: 'row', to: null })).toEqual({ step: 2, via: ['discard'] });
});

test('a lock comes from the wagon it protected', () => {
  expect(routes(PLACING, VIEW)({ card: '2', from: null, to: null })).toEqual({
    step: 0,
    via: ['wagon-2-1', 'discard'],
  });
});

test('a card that protects goes to its wagon', () => {
  const events: Event[] = [{ do: 'protected', seat: 1, card: 10, source: 'row', target: 'lock-middle' }];
  expect(routes(events, VIEW)({ card: '10', from: 'row', to: null })).toEqual({ step: 0, via: ['wagon-1-4'] });
});

test('wagons change places together', () => {
  const events: Event[] = [
    { do: 'used', seat: 1, card: 4, source: 'row', target: 'discard' },
    { do: 'moved', seat: 1, card: 50, source: 'wagon-3', target: 'wagon-2' },
    { do: 'moved', seat: 1, card: 60, source: 'wagon-2', target: 'wagon-3' },
  ];
  const route = routes(events, VIEW);
  expect(route({ card: '50', from: 'train-1', to: 'train-1' })).toEqual({ step: 1, via: [] });
  expect(route({ card: '60', from: 'train-1', to: 'train-1' })).toEqual({ step: 1, via: [] });
});

test('a redrawn wagon comes from the deck, after the removal', () => {
  const events: Event[] = [
    { do: 'removed', seat: 1, card: 70, source: 'wagon-1', target: 'row' },
    { do: 'redrew', seat: 1, card: 80, source: 'deck', target: 'wagon-1' },
  ];
  expect(routes(events, VIEW)({ card: '80', from: null, to: 'train-1' })).toEqual({ step: 1, via: ['deck'] });
});

test('what no event tells, as in a preview, flies at once', () => {
  expect(routes([], VIEW)({ card: '60', from: 'train-1', to: 'train-1' })).toEqual({ step: 0 });
});

test('the back of a drawn card comes from the deck and turns into the card that is placed', () => {
  const drew = routes([{ do: 'drew', seat: 2, source: 'deck', target: 'drawn' }], VIEW);
  expect(drew({ card: backOf(2, 0), from: null, to: 'drawn-2' })).toEqual({ step: 0, via: ['deck'] });
  expect(routes(PLACING, VIEW)({ card: backOf(2, 0), from: 'drawn-2', to: null })).toBe(null);
});

test('cards that are not kept go face down to the discards', () => {
  const events: Event[] = [
    { do: 'discarded', seat: 2, source: 'drawn', target: 'discard' },
    { do: 'placed', seat: 2, card: 33, source: 'drawn', target: 'wagon-1' },
  ];
  const route = routes(events, VIEW);
  expect(route({ card: backOf(2, 0), from: '', to: null })).toEqual({ step: 0, via: ['discard'] });
  expect(route({ card: backOf(2, 1), from: '', to: null })).toBe(null);
});

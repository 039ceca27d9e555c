import { expect, test } from 'vitest';
import type { Moved } from './cards';
import { route, trips } from './flights';
import type { Event } from './types';

const moved = (card: string, event: Event): Moved => ({ card, event });

const TAKEN = trips([
  moved('ticket.1', { do: 'paid', source: 'depot-1', target: 'price-2' }),
  moved('coach.1', { do: 'took', source: 'a2', target: 'depot-1' }),
  moved('diner.1', { do: 'slid', source: 'a3', target: 'a2' }),
  moved('boxcar.1', { do: 'drew', source: 'pile-a', target: 'a3' }),
  moved('boxcar.2', { do: 'drew', source: 'pile-b', target: 'b3' }),
]);

test('things happen in the order in which they are told, and those of a kind at once', () => {
  expect([...TAKEN.values()].map(({ step }) => step)).toEqual([0, 1, 2, 3, 3]);
});

test('a card that comes starts at its pile', () => {
  expect(route(TAKEN, { card: 'boxcar.1', from: null, to: 'line-a' })).toEqual({ step: 3, via: ['pile-a'] });
});

test('a card that goes ends where it was told to', () => {
  expect(route(TAKEN, { card: 'ticket.1', from: 'depot-1', to: null })).toEqual({ step: 0, via: ['price-2'] });
});

test('a card that stays on the table flies straight', () => {
  expect(route(TAKEN, { card: 'coach.1', from: 'line-a', to: 'depot-1' })).toEqual({ step: 1, via: [] });
});

test('a card that travels twice passes the place between', () => {
  const found = trips([
    moved('objective.7', { do: 'buried', source: 'objective-1', target: 'objective-pile' }),
    moved('objective.7', { do: 'revealed', source: 'objective-pile', target: 'objective-3' }),
  ]);
  expect(route(found, { card: 'objective.7', from: 'objectives', to: 'objectives' })).toEqual({
    step: 0,
    via: ['objective-pile'],
  });
});

test('what nothing happened to makes room first', () => {
  expect(route(TAKEN, { card: 'coach.9', from: 'line-b', to: 'line-b' })).toEqual({ step: 0 });
});

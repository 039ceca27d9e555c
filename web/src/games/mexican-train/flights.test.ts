import { expect, test } from 'vitest';
import { drawnBy, routes } from './flights';
import type { Event } from './types';

const LAID: Event = { do: 'laid', seat: 2, card: '5-7', source: 'hand-2', target: 'train-2' };
const DREW: Event = { do: 'drew', seat: 1, card: '3-4', source: 'boneyard', target: 'drawn' };

test('a domino from a hidden hand comes from its owner', () => {
  expect(routes([LAID])({ card: '5-7', from: null, to: 'train-2' })).toEqual({ step: 0, via: ['hand-2'] });
});

test('a domino that was seen flies straight, and the others make room', () => {
  const route = routes([LAID]);
  expect(route({ card: '5-7', from: 'hand-2', to: 'train-2' })).toEqual({ step: 0, via: [] });
  expect(route({ card: '1-1', from: 'hand-1', to: 'hand-1' })).toEqual({ step: 0 });
});

test('one thing happens after another', () => {
  const route = routes([{ do: 'turn', seat: 1 }, LAID, { do: 'marked', seat: 1 }, DREW]);
  expect(route({ card: '5-7', from: null, to: 'train-2' })?.step).toBe(0);
  expect(route({ card: '3-4', from: null, to: 'hand-1' })).toEqual({ step: 1, via: ['boneyard'] });
});

test('a domino that another player draws is a back from the boneyard', () => {
  const route = routes([{ ...DREW, seat: 3, card: null }]);
  expect(route({ card: 'drawn-7', from: null, to: drawnBy(3) })).toEqual({ step: 0, via: ['boneyard'] });
  expect(route({ card: 'drawn-7', from: null, to: drawnBy(2) })).toBeNull();
});

test('a train that grows folds its oldest dominoes', () => {
  const route = routes([DREW, LAID]);
  expect(route({ card: '0-12', from: 'train-2', to: null })).toEqual({ step: 1, via: ['fold-2'] });
  expect(route({ card: '0-12', from: 'train-1', to: null })).toEqual({ step: 0, via: ['fold-1'] });
  expect(route({ card: '0-12', from: 'hand-1', to: null })).toBeNull();
  expect(route({ card: '0-12', from: null, to: 'train-1' })).toBeNull();
  expect(route({ card: '0-12', from: null, to: null })).toBeNull();
});

test('a new round: all is gathered, then dealt together, then the engine is placed', () => {
  const dealt = (card: string): Event => ({ do: 'dealt', seat: 1, card, source: 'boneyard', target: 'hand-1' });
  const started: Event = { do: 'started', seat: 2, card: '9-9', source: 'hand-2', target: 'station' };
  const route = routes([LAID, { do: 'gathered', amount: 91 }, dealt('1-2'), dealt('5-7'), started]);
  expect(route({ card: '0-12', from: 'train-1', to: null })).toEqual({ step: 1, via: ['boneyard'] });
  expect(route({ card: '1-2', from: null, to: 'hand-1' })).toEqual({ step: 2, via: ['boneyard'] });
  expect(route({ card: '1-2', from: 'hand-1', to: 'hand-1' })).toEqual({ step: 2, via: ['boneyard'] });
  expect(route({ card: '9-9', from: null, to: 'station' })).toEqual({ step: 3, via: ['hand-2'] });
  const lastLaid = { card: '6-7', from: 'hand-2', to: null };
  expect(routes([{ ...LAID, card: '6-7' }, { do: 'gathered' }])(lastLaid)).toEqual({
    step: 0,
    via: ['train-2', 'boneyard'],
  });
});

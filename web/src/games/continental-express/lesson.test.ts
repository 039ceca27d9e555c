import { expect, test } from 'vitest';
import type { MoveContext } from '../contract';
import { lesson } from './lesson';
import type { Choice, Event, View } from './types';

const goal = (...missing: string[]) => ({ needs: [], missing });
const VIEW: Partial<View> = {
  phase: 'take',
  lines: { a: ['boxcar', 'investor', 'coach'], b: [null, null, null], c: [null, null, null] },
  wagons: [{ boxcar: 1, locomotive: 0 }, {}],
  tickets: [0, 0],
  last_turns: null,
  validated: [[4], []],
  goals: [goal('coach', 'coach'), goal('tanker')],
};
const context = (view: Partial<View>, choices: Choice[]): MoveContext => ({
  view: { ...VIEW, ...view },
  choices,
  header: {} as MoveContext['header'],
  names: ['Ania', 'Bruno'],
  seat: 1,
});
const take = (place: string): Choice => ({ move: `take ${place}`, do: 'take', place });
const keys = (view: Partial<View>, ...choices: Choice[]) =>
  lesson.tips(context(view, choices), 'en').map(({ key }) => key);
const did = (event: Event, view: Partial<View> = {}) => lesson.did([event], context(view, []), 'en');

test('each situation asks for its own tips', () => {
  expect(keys({ phase: 'contract' }, { move: 'contract 1', do: 'contract' })).toEqual(['contract']);
  expect(keys({}, take('a1'))).toEqual(['market', 'objectives', 'strategy']);
  expect(keys({ tickets: [1, 0] }, take('a1'), take('a2'))).toEqual([
    'market',
    'objectives',
    'tickets',
    'people',
    'strategy',
  ]);
  expect(keys({ phase: 'objective' }, { move: 'done', do: 'done' })).toEqual(['validate']);
  expect(keys({ last_turns: 1, wagons: [{ locomotive: 1 }] }, take('a1'))).toEqual([
    'end',
    'market',
    'objectives',
    'locomotive',
    'strategy',
  ]);
});

test('a character is acted on by taking one', () => {
  const people = lesson.tips(context({}, [take('a2')]), 'en').find(({ key }) => key === 'people');
  const took = (card: string): Event => ({ do: 'took', seat: 1, card });
  expect(people?.acted?.([took('investor')])).toBe(true);
  expect(people?.acted?.([took('boxcar')])).toBe(false);
});

test('a word on what was done', () => {
  expect(did({ do: 'chose', seat: 1, card: 'blue' })).toContain('2 points for each blue objective');
  expect(did({ do: 'took', seat: 1, card: 'boxcar' })).toBe('One wagon to go for the nearest objective.');
  expect(did({ do: 'took', seat: 1, card: 'boxcar' }, { goals: [goal()] })).toBe(
    'You have the wagons for an objective.',
  );
  expect(did({ do: 'took', seat: 1, card: 'ticket' })).toContain('A ticket pays');
  expect(did({ do: 'took', seat: 1, card: 'investor' })).toBeNull();
  expect(did({ do: 'validated', seat: 1, objective: 4 })).toBe(
    'Objectives you have: 1. The fourth starts the last turns.',
  );
});

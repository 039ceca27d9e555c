import { expect, test } from 'vitest';
import type { MoveContext } from '../contract';
import { CHOICES, VIEW } from './examples';
import { lesson } from './lesson';
import type { Choice, Event, View } from './types';

const context = (view: Partial<View>, choices: Choice[]): MoveContext => ({
  view: { ...VIEW, ...view },
  choices,
  header: {} as MoveContext['header'],
  names: ['Ann', 'Bob'],
  seat: 1,
});
const PLACE: Choice[] = [{ move: 'place 1', do: 'place', card: 9, wagons: [1] }];
const tips = (view: Partial<View>, choices = CHOICES) => lesson.tips(context(view, choices), 'en');
const keys = (view: Partial<View>, choices = CHOICES) => tips(view, choices).map(({ key }) => key);
const did = (events: Event[], view: Partial<View> = {}) => lesson.did(events, context(view, []), 'en');

test('each situation asks for its own tips', () => {
  expect(keys({ phase: 'setup' }, [{ move: 'keep 9 1', do: 'keep' }])).toEqual(['keep']);
  expect(keys({})).toEqual(['draw', 'use', 'remove']);
  expect(keys({ row: [], couplings: [[true], []] }, [{ move: 'draw', do: 'draw' }])).toEqual(['draw', 'links']);
  expect(keys({ phase: 'place' }, PLACE)).toEqual(['place', 'strategy', 'pairs']);
});

test('strategy is acted on by a number near its place', () => {
  const strategy = tips({ phase: 'place' }, PLACE).find(({ key }) => key === 'strategy');
  const placed = (card: number, target: 'wagon-2' | 'wagon-7'): Event => ({ do: 'placed', seat: 1, card, target });
  expect(strategy?.acted?.([placed(30, 'wagon-2')])).toBe(true);
  expect(strategy?.acted?.([placed(30, 'wagon-7')])).toBe(false);
});

test('a word on what was done', () => {
  const laid: Event = { do: 'laid', seat: 1, card: 4, target: 'row' };
  expect(did([{ do: 'drew', seat: 1, card: 9 }])).toBeNull();
  expect(did([laid])).toBe(
    '4 lies in the row now: anybody may use its “Swap neighbours”. Your couplings in order: 0 of 6.',
  );
  expect(did([laid, { do: 'cancelled', card: 4 }])).toContain('both are gone');
  expect(did([{ do: 'used' }, { do: 'moved' }], { couplings: [[true, true], []] })).toBe(
    'Your couplings in order: 2 of 6.',
  );
  expect(did([{ do: 'used' }, { do: 'removed' }])).toContain('Everybody without a lock');
  expect(did([{ do: 'used' }, { do: 'protected' }])).toContain('Nothing can take this wagon');
});

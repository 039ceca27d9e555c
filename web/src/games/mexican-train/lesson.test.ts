import { expect, test } from 'vitest';
import type { MoveContext } from '../contract';
import { lesson } from './lesson';
import type { Choice, Event, View } from './types';

const VIEW = { trains: [['12-5'], []], ends: [5, 12], mexican_end: 12, double: null, markers: [false, true] };
const context = (view: Partial<View>, choices: Choice[]): MoveContext => ({
  view: { ...VIEW, ...view },
  choices,
  header: {} as MoveContext['header'],
  names: ['Ania', 'Bruno'],
  seat: 1,
});
const lay = (lane: number | 'm'): Choice => ({ move: `5-7 on ${lane}`, do: 'lay', card: '5-7', lane });
const tips = (view: Partial<View>, ...choices: Choice[]) => lesson.tips(context(view, choices), 'en');
const keys = (view: Partial<View>, ...choices: Choice[]) => tips(view, ...choices).map(({ key }) => key);
const did = (...events: Event[]) => lesson.did(events, context({}, []), 'en');
const laid = (target: string, card = '5-7'): Event => ({ do: 'laid', seat: 1, card, target });

test('each situation asks for its own tips', () => {
  expect(keys({ trains: [[], []] }, lay(1))).toEqual(['first']);
  expect(keys({}, lay(1))).toEqual(['strategy']);
  expect(keys({ markers: [true, false] }, lay(1))).toEqual(['marked', 'strategy']);
  expect(keys({}, lay('m'), lay(2))).toEqual(['mexican', 'open']);
  expect(keys({}, { move: 'draw', do: 'draw' })).toEqual(['draw']);
  expect(keys({}, { move: 'pass', do: 'pass' })).toEqual(['pass']);
  expect(keys({ double: 2 }, lay(2))).toEqual(['double', 'open']);
});

test('a tip is acted on where it points', () => {
  const [mexican, open] = tips({}, lay('m'), lay(2));
  expect(mexican?.acted?.([laid('train-m')])).toBe(true);
  expect(mexican?.acted?.([laid('train-2')])).toBe(false);
  expect(open?.acted?.([laid('train-2')])).toBe(true);
});

test('a word on what was done', () => {
  expect(did({ do: 'drew', seat: 1, target: 'drawn' })).toBeNull();
  expect(did(laid('train-1'))).toBe('Your train now ends in 5: that is what fits there next.');
  expect(did(laid('train-1'), { do: 'unmarked', seat: 1 })).toContain('your marker is off');
  expect(did(laid('train-m'))).toContain('The Mexican train is longer');
  expect(did(laid('train-2'))).toContain('Bruno’s open train');
  expect(did(laid('train-1', '5-5'), { do: 'unconfirmed', card: '5-5' })).toContain('You laid a double');
  expect(did(laid('train-2'), { do: 'confirmed', card: '5-5' })).toContain('The double is confirmed');
  expect(did({ do: 'passed', seat: 1 }, { do: 'marked', seat: 1 })).toContain('Your marker is on your train');
});

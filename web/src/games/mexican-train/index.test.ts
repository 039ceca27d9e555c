import { expect, test } from 'vitest';
import { fetchLanguage } from '../../lib/i18n/translations';
import { LANGUAGES } from '../../lib/settings.svelte';
import type { MoveContext } from '../contract';
import face from './index';
import type { Choice, Event, View } from './types';
import { words } from './words';

await Promise.all(LANGUAGES.map(fetchLanguage));

const VIEW: View = {
  turn: 1,
  phase: 'play',
  round: 1,
  scores: [0, 0],
  engine: 12,
  hands: [['5-7'], 1],
  trains: [['12-5'], []],
  mexican: null,
  markers: [false, false],
  boneyard: 80,
  double: null,
  doubles: [],
  more_doubles: false,
  drawn: null,
  called: false,
  first_turns: [],
  passes: 0,
  sizes: [1, 1],
  pips: [12, null],
  ends: [5, 12],
  mexican_end: 12,
  open: [1, 'm'],
  unconfirmed: null,
};
const LAY: Choice = { move: '5-7 on 1', do: 'lay', card: '5-7', lane: 1 };
const KEEP: Choice = { move: 'pass', do: 'keep', card: '3-4' };
const DRAW: Choice = { move: 'draw', do: 'draw' };
const PASS: Choice = { move: 'pass', do: 'pass' };
const STOP: Choice = { move: 'pass', do: 'stop' };

function context(view: Partial<View> = {}, choices: Choice[] = []): MoveContext {
  const header = { options: { set: 'double-9' } } as unknown as MoveContext['header'];
  return { view: { ...VIEW, ...view }, choices, header, names: ['Ania', 'Bruno'], seat: 1 };
}
const asked = (view: Partial<View>, ...choices: Choice[]) => face.ask(context(view, choices), 'en');
const told = (event: Event) => face.tell(event, context(), 'en', [event]);

test('what is asked follows from the view and the choices', () => {
  const DOUBLE = { double: 'm', unconfirmed: '3-3', mexican_end: 3 } as const;
  expect(asked({}, LAY)).toBe('Your turn: lay a domino.');
  expect(asked({ engine: 11, first_turns: [1] }, LAY)).toBe('Your first turn: begin your train with an 11.');
  expect(asked({ phase: 'start' }, LAY)).toContain('Begin your train with a 12');
  expect(asked({}, DRAW)).toBe('Nothing fits: draw a domino.');
  expect(asked({}, PASS)).toContain('the boneyard is empty');
  expect(asked({ drawn: '3-4' }, LAY, KEEP)).toBe('You drew 3-4. Lay it, or keep it.');
  expect(asked({ drawn: '3-4' }, LAY)).toContain('which fits: lay it');
  expect(asked({ drawn: '3-4' }, KEEP)).toContain('It does not fit: keep it; your train is now open.');
  expect(asked({ drawn: '3-4' }, DRAW)).toContain('draw again');
  expect(asked({ first_turns: [1] }, LAY, STOP)).toBe('Your first train: go on with a 5, or stop.');
  expect(asked({ first_turns: [1] }, STOP)).toContain('nothing more fits');
  expect(asked({ ...DOUBLE, more_doubles: true }, LAY)).toContain('or lay another double');
  expect(asked(DOUBLE, LAY)).toBe('The double 3-3 waits on the Mexican train. Confirm it with a 3.');
  expect(asked(DOUBLE, DRAW)).toContain('draw a domino');
  expect(asked(DOUBLE, PASS)).toContain('the boneyard is empty');
});

test('moves in words', () => {
  const named = (choice: Choice) => face.describe(choice, context(), 'en');
  expect(
    [
      LAY,
      { ...LAY, lane: 2 },
      DRAW,
      KEEP,
      PASS,
      { move: 'pass', do: 'decline' } as const,
      STOP,
      { move: 'call', do: 'call' } as const,
    ].map(named),
  ).toEqual([
    'lay 5-7 on your train',
    'lay 5-7 on Bruno’s train',
    'draw a domino',
    'keep 3-4 and pass',
    'pass',
    'leave your train for now',
    'stop here',
    'call: one left',
  ]);
});

test('events in words, after the name of the player', () => {
  const laid: Event = { do: 'laid', seat: 2, card: '5-7', source: 'hand-2', target: 'train-2' };
  expect(told(laid)).toBe('laid 5-7 on {their|your} train');
  expect(told({ ...laid, target: 'train-m' })).toBe('laid 5-7 on the Mexican train');
  expect(told({ ...laid, target: 'train-1' })).toBe('laid 5-7 on your train');
  expect(told({ do: 'drew', seat: 2, target: 'drawn' })).toBe('drew a domino');
  expect(told({ do: 'drew', seat: 2, target: 'hand-2' })).toBeNull();
  expect(told({ do: 'confirmed', seat: 2, card: '5-5' })).toBe('confirmed the 5-5');
  expect(told({ do: 'started', seat: 2, card: '9-9' })).toBe('Bruno started the next round with 9-9');
  expect(told({ do: 'started', seat: 1, card: '9-9' })).toBe('you started the next round with 9-9');
  expect(told({ do: 'started', card: '9-9' })).toBe('the next round starts with 9-9');
  expect(told({ do: 'called', seat: 2 })).toBe('called: one domino left');
  expect(told({ do: 'charged', seat: 2, amount: 10 })).toBe('paid 10 for an open train');
  expect(told({ do: 'won', seat: 2 })).toBe('won the round');
  expect(told({ do: 'turn', seat: 2 })).toBeNull();
});

test('every objection has words in every language, with the train it is about', () => {
  const object = (code: string, parameters: Record<string, number | string>) =>
    face.object({ code, parameters }, context(), 'en');
  expect(object('closed', { lane: 2 })).toBe('Bruno’s train has no marker, so only Bruno may lay there.');
  expect(object('confirm-first', { double: '3-3', lane: 'm' })).toContain('the double 3-3 on the Mexican train');
  expect(object('no-such-code', {})).toBeNull();
  for (const language of LANGUAGES)
    for (const code of Object.keys(words[language].objections))
      expect(face.object({ code, parameters: { lane: 2 } }, context(), language)).toMatch(/\.$/);
});

test('the curve counts points, of which the least win', () => {
  expect(face.progress?.({ ...VIEW, scores: [10, 0] }, context().header)).toEqual([10, 0]);
  expect([face.least, face.roundOf?.({ ...VIEW, round: 2 })]).toEqual([true, 2]);
});

test('every value of every option has its words in every language', () => {
  const values = { draw: 'until-fits', first_turn: 'train', doubles: 'own', set: 'double-18', hand: 'table' };
  for (const language of LANGUAGES)
    for (const [name, value] of Object.entries(values)) {
      expect(face.option?.(name, null, language)).not.toBe(name);
      expect(face.option?.(name, value, language)).not.toBe(value);
    }
  expect(face.option?.('hand', 9, 'en')).toBe('9 dominoes');
  expect(face.option?.('open_train', 5, 'en')).toBe('5 points');
});

import { expect, test } from 'vitest';
import { fetchLanguage } from '../../lib/i18n/translations';
import { LANGUAGES } from '../../lib/settings.svelte';
import type { MoveContext } from '../contract';
import { CHOICES, VIEW } from './examples';
import { ask, describe, object, tell, wagonLabel } from './speech';
import type { Choice, Event, View } from './types';
import { words } from './words';

await Promise.all(LANGUAGES.map(fetchLanguage));

const context = (view: Partial<View> = {}): MoveContext => ({
  view: { ...VIEW, ...view } as unknown as MoveContext['view'],
  choices: CHOICES,
  header: {} as MoveContext['header'],
  names: ['Ann', 'Bob'],
  seat: 1,
});

test('what is asked follows the phase', () => {
  const asked = (view: Partial<View>) => ask(context(view), 'en');
  expect(asked({})).toContain('draw a card, or use an ability');
  expect(asked({ row: [] })).toBe('Your turn: draw a card.');
  expect(asked({ phase: 'place', hands: [[40], []] })).toContain('You drew 40');
  expect(asked({ phase: 'setup', hands: [[40], []] })).toContain('your card 40');
  expect(asked({ phase: 'setup', hands: [[33, 44], []] })).toContain('one of your 2 cards');
});

test.each<[Choice, string]>([
  [{ move: 'draw', do: 'draw' }, 'draw a card'],
  [{ move: 'keep 40 at 3', do: 'keep', card: 40, wagons: [3] }, 'keep 40 in place of 50 (position 3)'],
  [{ move: 'place 3', do: 'place', card: 40, wagons: [3] }, 'put 40 in place of 50 (position 3)'],
  [CHOICES[1] as Choice, 'swap 70 (position 1) and 60 (position 2)'],
  [
    { move: 'move 1 right', do: 'move', card: 9, ability: 'move-right', wagons: [1] },
    'move 70 (position 1) two places to the right',
  ],
  [
    { move: 'move 7 left', do: 'move', card: 3, ability: 'move-left', wagons: [7] },
    'move 11 (position 7) two places to the left',
  ],
  [CHOICES[7] as Choice, 'remove everybody’s right wagon'],
  [CHOICES[8] as Choice, 'protect 45 (position 4)'],
])('%o in words', (choice, said) => {
  expect(describe(choice, context(), 'en')).toBe(said);
});

test('a move of which nothing more is known is its own description', () => {
  expect(describe({ move: 'draw' }, context(), 'en')).toBe('draw');
});

test.each<[Event, string | null]>([
  [{ do: 'drew', seat: 1, card: 40 }, 'drew 40'],
  [{ do: 'drew', seat: 2 }, 'drew a card'],
  [{ do: 'laid', seat: 1, card: 70, source: 'wagon-1', target: 'row' }, 'laid 70 in the row'],
  [{ do: 'placed', seat: 1, card: 40, source: 'drawn', target: 'wagon-1' }, 'put 40 at position 1'],
  [{ do: 'moved', seat: 1, card: 60, source: 'wagon-2', target: 'wagon-4' }, 'moved 60 to position 4'],
  [{ do: 'cancelled', card: 4 }, '4 was cancelled'],
  [{ do: 'used', seat: 1, card: 4 }, 'used “Swap neighbours”'],
  [{ do: 'protected', seat: 1, card: 10, target: 'lock-middle' }, 'protected {their|your} middle wagon'],
  [{ do: 'unlocked', seat: 1, card: 2, source: 'lock-left' }, 'lost the lock of {their|your} first wagon'],
  [{ do: 'removed', seat: 2, card: 71 }, 'Bob lost 71'],
  [{ do: 'spared', seat: 1, card: 70 }, 'you kept 70 behind a lock'],
  [{ do: 'redrew', seat: 2, card: 80 }, 'Bob drew 80'],
  [{ do: 'reshuffled', amount: 40 }, 'the discards became the draw pile'],
  [{ do: 'won', seat: 2 }, 'Bob has all wagons in order'],
  [{ do: 'discarded', seat: 2 }, null],
  [{ do: 'began' }, null],
  [{ do: 'turn', seat: 2 }, null],
])('%o is told', (event, said) => {
  expect(tell(event, context(), 'en')).toBe(said);
});

test('every objection has words in every language', () => {
  for (const language of LANGUAGES) {
    for (const code of Object.keys(words.en.objections)) {
      const parameters = { card: 40, drawn: '33, 44', ability: 'protect' };
      expect(object({ code, parameters }, context(), language)).toMatch(/^.{10,}\.$/);
    }
    expect(object({ code: 'unheard-of', parameters: {} }, context(), language)).toBe(null);
  }
});

test('a wagon is named with its ability and its lock', () => {
  expect(wagonLabel(VIEW, 1, 1, words.en)).toBe('Position 1: wagon 70, Two to the left, locked');
  expect(wagonLabel({ ...VIEW, trains: [[0]] }, 1, 1, words.en)).toBe('Position 1: empty');
});

test('wagons that change places are told as a swap, one that moves by itself', () => {
  const moved = (card: number, to: number): Event => ({
    do: 'moved',
    seat: 1,
    card,
    target: `wagon-${to}` as 'wagon-1',
  });
  const told = (move: Event[]) => move.map((event) => tell(event, context(), 'en', move)).filter(Boolean);
  const used: Event = { do: 'used', seat: 1, card: 4 };
  expect(told([used, moved(39, 1), moved(30, 2)])).toEqual(['swapped 39 and 30']);
  expect(told([used, moved(50, 2), moved(45, 3), moved(60, 4)])).toEqual(['moved 60 to position 4']);
});

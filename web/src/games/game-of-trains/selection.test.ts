import { expect, test } from 'vitest';
import { CHOICES, VIEW } from './examples';
import { Selection } from './selection.svelte';
import type { Choice, View } from './types';

const select = (view: Partial<View> = {}, choices: Choice[] = CHOICES, seat = 1) =>
  new Selection(() => ({ view: { ...VIEW, ...view }, choices, seat }));
const choice = (move: string) => CHOICES.find((one) => one.move === move);

test('a swap is two wagons, then a preview', () => {
  const selection = select();
  expect(selection.tapAbility('swap-adjacent')).toBe(null);
  expect(selection.isSwap).toBe(true);
  expect(selection.tapWagon(3)).toBe(null);
  expect(selection.first).toBe(3);
  expect(selection.targets).toEqual([2, 4]);
  expect(selection.tapWagon(4)).toEqual({ do: 'preview', choice: choice('swap 3 4') });
  expect(selection.pending).toEqual({ choice: choice('swap 3 4'), seen: null });
});

test('a wagon with one partner needs no second tap', () => {
  const selection = select();
  selection.tapAbility('swap-adjacent');
  expect(selection.tapWagon(7)).toEqual({ do: 'preview', choice: choice('swap 6 7') });
});

test('the first wagon of a swap can be put back', () => {
  const selection = select();
  selection.tapAbility('swap-adjacent');
  selection.tapWagon(3);
  expect(selection.tapWagon(3)).toBe(null);
  expect(selection.first).toBe(null);
});

test('a wagon that the card cannot have is refused', () => {
  const selection = select();
  selection.tapAbility('swap-adjacent');
  selection.tapWagon(3);
  expect(selection.tapWagon(6)).toEqual({ do: 'refuse', ability: 'swap-adjacent' });
});

test('an ability with one use is previewed at once, and a tap on the train drops it', () => {
  const selection = select();
  expect(selection.tapAbility('remove-right')).toEqual({ do: 'preview', choice: choice('remove right') });
  expect([selection.doomed(1), selection.doomed(2), selection.doomed(3)]).toEqual([7, 7, 0]);
  expect(selection.tapWagon(1)).toBe(null);
  expect(selection.ability).toBe(null);
});

test('an ability chosen twice is put back', () => {
  const selection = select();
  selection.tapAbility('protect');
  expect(selection.targets).toEqual([4, 7]);
  expect(selection.tapAbility('protect')).toBe(null);
  expect(selection.ability).toBe(null);
});

test('what cannot be protected is refused, and the server says why a lock cannot be doubled', () => {
  const selection = select();
  selection.tapAbility('protect');
  expect(selection.tapWagon(2)).toEqual({ do: 'refuse', ability: 'protect' });
  expect(selection.tapWagon(1)).toEqual({ do: 'ask', move: 'protect left' });
});

test('what is not offered is asked about', () => {
  const selection = select({}, []);
  expect(selection.tapPile()).toEqual({ do: 'ask', move: 'draw' });
  expect(selection.tapAbility('move-left')).toEqual({ do: 'ask', move: 'move 3 left' });
  expect(selection.tapWagon(2)).toEqual({ do: 'ask', move: 'place 2' });
});

test('the pile is drawn from when that is offered', () => {
  expect(select().tapPile()).toEqual({ do: 'play', move: 'draw' });
});

test('a drawn card goes where it is tapped', () => {
  const choices: Choice[] = [{ move: 'place 2', do: 'place', card: 40, wagons: [2] }];
  const selection = select({ phase: 'place', hands: [[40], []] }, choices);
  expect([selection.hand, selection.kept, selection.targets]).toEqual([[40], 40, [2]]);
  expect(selection.tapWagon(2)).toEqual({ do: 'play', move: 'place 2' });
});

test('one of several drawn cards is picked first', () => {
  const choices = [33, 44].map((card): Choice => ({ move: `keep ${card} at 1`, do: 'keep', card, wagons: [1] }));
  const selection = select({ phase: 'setup', hands: [[33, 44], ['?']] }, choices);
  expect(selection.kept).toBe(null);
  expect(selection.tapWagon(1)).toEqual({ do: 'ask', move: 'place 1' });
  selection.picked = 44;
  expect(selection.tapWagon(1)).toEqual({ do: 'play', move: 'keep 44 at 1' });
});

test('a preview counts only for the move that is pending', () => {
  const selection = select();
  const outcome = selection.tapAbility('remove-right');
  selection.foresee({ move: 'draw', do: 'draw' }, VIEW);
  expect(selection.pending?.seen).toBe(null);
  if (outcome?.do === 'preview') selection.foresee(outcome.choice, VIEW);
  expect(selection.pending?.seen).toEqual(VIEW);
  selection.forget();
  expect(selection.pending).toBe(null);
});

import { expect, test, vi } from 'vitest';
import { Moves } from './moves';
import { Selection } from './selection.svelte';
import type { Choice } from './types';

const trade = (give: string, want: string, seat: number): Choice => ({
  move: `trade ${give} for ${want} of ${seat}`,
  do: 'trade',
  give,
  want,
  seat,
});

function selection() {
  const play = vi.fn<(move: string) => void>();
  const why = vi.fn<(move: string) => void>();
  const choices = [
    trade('coach', 'diner', 2),
    trade('boxcar', 'diner', 2),
    trade('coach', 'boxcar', 3),
    { move: 'decline', do: 'decline' } as Choice,
  ];
  const moves = new Moves(choices, null, play, why);
  const kinds = ['boxcar', 'coach', 'diner'];
  return {
    play,
    why,
    chosen: new Selection(
      () => moves,
      () => kinds,
      () => [2, 3],
    ),
  };
}

test('one half, then the other, in either order', () => {
  const { play, chosen } = selection();
  chosen.tapOwn('coach');
  expect(chosen.give).toBe('coach');
  chosen.tapOther('diner', 2);
  expect(play).toHaveBeenLastCalledWith('trade coach for diner of 2');
  chosen.forget();
  chosen.tapOther('boxcar', 3);
  expect(chosen.wants('boxcar', 3)).toBe(true);
  chosen.tapOwn('coach');
  expect(play).toHaveBeenLastCalledWith('trade coach for boxcar of 3');
});

test('a second tap takes it back', () => {
  const { play, chosen } = selection();
  chosen.tapOwn('coach');
  chosen.tapOwn('coach');
  chosen.tapOther('diner', 2);
  chosen.tapOther('diner', 2);
  expect([chosen.give, chosen.want]).toEqual([null, null]);
  expect(play).not.toHaveBeenCalled();
});

test('what can be chosen depends on the other half', () => {
  const { chosen } = selection();
  expect(chosen.canGive('boxcar')).toBe(true);
  expect(chosen.canWant('boxcar', 3)).toBe(true);
  chosen.tapOwn('boxcar');
  expect(chosen.canWant('boxcar', 3)).toBe(false);
  chosen.forget();
  chosen.tapOther('boxcar', 3);
  expect(chosen.canGive('boxcar')).toBe(false);
});

test('what cannot be exchanged is asked about', () => {
  const { why, chosen } = selection();
  chosen.tapOwn('diner');
  expect(why).toHaveBeenLastCalledWith('trade diner for boxcar of 2');
  chosen.tapOther('coach', 2);
  expect(why).toHaveBeenLastCalledWith('trade boxcar for coach of 2');
  chosen.tapOwn('boxcar');
  chosen.tapOther('boxcar', 3);
  expect(why).toHaveBeenLastCalledWith('trade boxcar for boxcar of 3');
});

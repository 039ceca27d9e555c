import { expect, test, vi } from 'vitest';
import { Moves, written } from './moves';
import type { Choice } from './types';

const CHOICES: Choice[] = [
  { move: 'take a1', do: 'take', place: 'a1' },
  { move: 'objective 2', do: 'objective', number: 2 },
];

function moves(hinted: string | null = null, canDrag = false) {
  const play = vi.fn<(move: string) => void>();
  const why = vi.fn<(move: string) => void>();
  return { play, why, moves: new Moves(CHOICES, hinted, play, why, canDrag) };
}

test('what can be done is done, and the rest is asked about', () => {
  const { play, why, moves: found } = moves();
  found.attempt({ do: 'take', place: 'a1' });
  found.attempt({ do: 'take', place: 'a2' });
  expect(play).toHaveBeenCalledExactlyOnceWith('take a1');
  expect(why).toHaveBeenCalledExactlyOnceWith('take a2');
});

test('what a bot advised', () => {
  const { moves: found } = moves('objective 2');
  expect(found.advised({ do: 'objective', number: 2 })).toBe(true);
  expect(found.advised({ do: 'take', place: 'a1' })).toBe(false);
  expect(found.advised({ do: 'take', place: 'a2' })).toBe(false);
});

test('a card is dragged only where that leads somewhere', () => {
  expect(moves(null, false).moves.dragging({ do: 'take', place: 'a1' }).enabled).toBe(false);
  const { play, moves: found } = moves(null, true);
  expect(found.dragging({ do: 'take', place: 'a2' }).enabled).toBe(false);
  const dragging = found.dragging({ do: 'take', place: 'a1' });
  dragging.lift();
  dragging.drop(null);
  expect(play).not.toHaveBeenCalled();
  dragging.drop('depot');
  expect(play).toHaveBeenCalledOnce();
});

test('the notation is that of the game', () => {
  expect(written({ do: 'trade', give: 'coach', want: 'diner', seat: 3 })).toBe('trade coach for diner of 3');
  expect(written({ do: 'token', colour: 'red' })).toBe('token red');
});

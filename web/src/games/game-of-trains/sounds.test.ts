import { expect, test } from 'vitest';
import { soundsOf } from '../../lib/sounds';
import { faceOf } from '../faces';

const heard = (...kinds: string[]) =>
  soundsOf(
    faceOf('game-of-trains'),
    kinds.map((kind) => ({ do: kind })),
  );

test.each([
  [['drew', 'turn'], ['draw']],
  [
    ['placed', 'laid', 'cancelled', 'turn'],
    ['coupling', 'card'],
  ],
  [
    ['used', 'moved', 'moved', 'won'],
    ['card', 'coupling', 'win'],
  ],
])('%j', (kinds, sounds) => {
  expect(heard(...kinds)).toEqual(sounds);
});

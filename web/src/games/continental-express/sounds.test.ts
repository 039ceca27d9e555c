import { expect, test } from 'vitest';
import { soundsOf } from '../../lib/sounds';
import { faceOf } from '../faces';

const heard = (...kinds: string[]) =>
  soundsOf(
    faceOf('continental-express'),
    kinds.map((kind) => ({ do: kind })),
  );

test.each([
  [
    ['paid', 'took', 'slid', 'revealed', 'turn'],
    ['card', 'draw'],
  ],
  [['validated', 'fourth', 'turn'], ['coupling']],
  [['showed', 'over'], ['win']],
])('%j', (kinds, sounds) => {
  expect(heard(...kinds)).toEqual(sounds);
});

import { expect, test } from 'vitest';
import { soundsOf } from '../../lib/sounds';
import { faceOf } from '../faces';

const heard = (...kinds: string[]) =>
  soundsOf(
    faceOf('mexican-train'),
    kinds.map((kind) => ({ do: kind })),
  );

test.each([
  [['laid', 'confirmed', 'turn'], ['domino']],
  [
    ['drew', 'kept', 'marked', 'turn'],
    ['draw', 'card'],
  ],
  [
    ['drew', 'laid', 'unmarked', 'won', 'shown', 'scored'],
    ['draw', 'domino', 'card', 'win'],
  ],
])('%j', (kinds, sounds) => {
  expect(heard(...kinds)).toEqual(sounds);
});

test('what happens several times in a row is heard once', () => {
  expect(heard('dealt', 'dealt', 'dealt', 'started')).toEqual(['draw', 'domino']);
});

test('of many moves only the last are heard', () => {
  expect(heard('laid', 'drew', 'laid', 'drew', 'laid', 'won')).toEqual(['domino', 'draw', 'domino', 'win']);
});

import { expect, test } from 'vitest';
import { faceOf } from '../games/faces';
import { settings } from './settings.svelte';
import { sound } from './sound';
import { SOUNDS, soundsOf, type SoundName } from './sounds';

const heard = (game: string, ...kinds: string[]): SoundName[] =>
  soundsOf(
    faceOf(game),
    kinds.map((kind) => ({ do: kind })),
  );

test.each([
  ['mexican-train', ['laid', 'confirmed', 'turn'], ['domino']],
  ['mexican-train', ['drew', 'kept', 'marked', 'turn'], ['draw', 'card']],
  ['mexican-train', ['drew', 'laid', 'unmarked', 'won', 'shown', 'scored'], ['draw', 'domino', 'card', 'win']],
  ['game-of-trains', ['drew', 'turn'], ['draw']],
  ['game-of-trains', ['placed', 'laid', 'cancelled', 'turn'], ['coupling', 'card']],
  ['game-of-trains', ['used', 'moved', 'moved', 'won'], ['card', 'coupling', 'win']],
  ['continental-express', ['paid', 'took', 'slid', 'revealed', 'turn'], ['card', 'draw']],
  ['continental-express', ['validated', 'fourth', 'turn'], ['coupling']],
  ['continental-express', ['showed', 'over'], ['win']],
  ['a-game-without-a-folder', ['jumped', 'drew', 'won', 'turn'], ['card', 'draw', 'win']],
])('%s: %j', (game, kinds, sounds) => {
  expect(heard(game, ...kinds)).toEqual(sounds);
});

test('what happens several times in a row is heard once', () => {
  expect(heard('mexican-train', 'dealt', 'dealt', 'dealt', 'started')).toEqual(['draw', 'domino']);
});

test('of many moves only the last are heard', () => {
  const moves = ['laid', 'drew', 'laid', 'drew', 'laid', 'won'];
  expect(heard('mexican-train', ...moves)).toEqual(['domino', 'draw', 'domino', 'win']);
});

test.each(Object.entries(SOUNDS))('%s is short, and no part of it is too loud', (_, parts) => {
  expect(Math.max(...parts.map((part) => part.at + part.length))).toBeLessThan(1);
  for (const { loudness, length, attack = 0 } of parts) {
    expect(loudness).toBeGreaterThan(0);
    expect(loudness).toBeLessThanOrEqual(0.6);
    expect(attack).toBeLessThan(length);
  }
});

test('sounds are off at first, and when the volume is 0', () => {
  expect(settings.sound).toBe(false);
  sound.turn(true);
  expect(settings.sound).toBe(true);
  sound.change(0);
  expect(settings.sound).toBe(false);
  sound.turn(true);
  expect([settings.sound, settings.kept.volume]).toEqual([true, 50]);
  sound.turn(false);
  expect(settings.sound).toBe(false);
});

import { expect, test } from 'vitest';
import { faceOf } from '../games/faces';
import { settings } from './settings.svelte';
import { sound } from './sound';
import { SOUNDS, soundsOf } from './sounds';

test('a game without a folder is heard, too', () => {
  const events = ['jumped', 'drew', 'won', 'turn'].map((kind) => ({ do: kind }));
  expect(soundsOf(faceOf('a-game-without-a-folder'), events)).toEqual(['card', 'draw', 'win']);
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

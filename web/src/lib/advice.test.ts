import { expect, test } from 'vitest';
import { Advice } from './advice.svelte';

const DRAW = { move: 'draw', chance: 0.5, margin: 0.1, why: 'the only move', despite: false };

test('advice lasts until it is forgotten', async () => {
  const advice = new Advice();
  const sought = advice.seek(async () => [DRAW]);
  expect(advice.thinking).toBe(true);
  await sought;
  expect([advice.move, advice.judged, advice.thinking]).toEqual(['draw', [DRAW], false]);
  advice.forget();
  expect([advice.move, advice.judged]).toEqual([null, []]);
});

test('a refusal is passed on, and nobody is thinking any more', async () => {
  const advice = new Advice();
  await expect(advice.seek(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(advice.thinking).toBe(false);
});

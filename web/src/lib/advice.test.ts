import { expect, test } from 'vitest';
import { Advice } from './advice.svelte';

test('advice lasts until it is forgotten', async () => {
  const advice = new Advice();
  const sought = advice.seek(
    async () => 'draw',
    (move) => `A bot’s advice: ${move}`,
  );
  expect(advice.thinking).toBe(true);
  await sought;
  expect([advice.move, advice.text, advice.thinking]).toEqual(['draw', 'A bot’s advice: draw', false]);
  advice.forget();
  expect([advice.move, advice.text]).toEqual([null, null]);
});

test('a refusal is passed on, and nobody is thinking any more', async () => {
  const advice = new Advice();
  await expect(advice.seek(() => Promise.reject(new Error('no')), String)).rejects.toThrow('no');
  expect(advice.thinking).toBe(false);
});

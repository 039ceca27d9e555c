import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcer, toasts } from './announcer.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('lines that come together are announced together', () => {
  announcer.say('Ania: draw.');
  announcer.say('');
  announcer.say('Your turn');
  vi.advanceTimersByTime(200);
  expect(announcer.text).toBe('Ania: draw. Your turn');
});

test('a toast is shown alone and goes away by itself', () => {
  toasts.show({ kind: 'news', text: 'one' });
  toasts.show({ kind: 'problem', text: 'two' });
  expect(toasts.shown.map((toast) => toast.text)).toEqual(['two']);
  vi.advanceTimersByTime(6_000);
  expect(toasts.shown).toHaveLength(1);
  vi.advanceTimersByTime(4_000);
  expect(toasts.shown).toHaveLength(0);
});

import { afterEach, expect, test } from 'vitest';
import { en } from './i18n/en';
import { noTakeBack, Reconsider, switchConfirming } from './reconsider.svelte';
import { settings } from './settings.svelte';
import type { TableView } from './view';

const CHOICES = [{ move: 'draw' }, { move: 'pass' }];
const view = (takeback: boolean, takebacks = true) =>
  ({ seat: 1, state: { takeback }, header: { rules: { takebacks } } }) as unknown as TableView;

afterEach(() => settings.change({ confirm: false }));

test('without the setting a move is played at once', () => {
  const second = new Reconsider();
  expect(second.hold('draw', CHOICES)).toBe(false);
  expect(second.proposed).toBeNull();
});

test('with it a move waits until it is played or another is chosen', () => {
  expect(switchConfirming(en)).toBe(en.table.confirmOn);
  const second = new Reconsider();
  expect(second.hold('draw', CHOICES)).toBe(true);
  expect(second.hold('pass', CHOICES)).toBe(true);
  expect(second.proposed?.move).toBe('pass');
  second.played();
  expect(second.proposed).toBeNull();
  expect(switchConfirming(en)).toBe(en.table.confirmOff);
});

test('why nothing can be taken back', () => {
  expect(noTakeBack(view(true), [], en)).toBeNull();
  expect(noTakeBack(view(false, false), [], en)).toBe(en.table.neverTakeBack);
  expect(noTakeBack(view(false), [{ seat: 2 }, { seat: 1 }], en)).toBe(en.table.noTakeBack);
  expect(noTakeBack(view(false), [{ seat: 2 }], en)).toBe(en.table.nothingToTakeBack);
});

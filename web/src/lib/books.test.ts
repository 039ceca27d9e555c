import { expect, test } from 'vitest';
import { asTyped } from './books';

test('what is searched is compared as people type it', () => {
  expect(asTyped('L’égalité\u202f: à Łódź')).toBe("l'egalite : a lodz");
});

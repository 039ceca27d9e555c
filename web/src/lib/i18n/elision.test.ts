import { expect, test } from 'vitest';
import { de } from './elision';

test('a name that begins with a vowel takes d’', () => {
  expect(['Bruno', 'Odile', 'Émile', 'Hugo', 'Yann', 'Yves', 'Łucja', ''].map(de)).toEqual([
    'de Bruno',
    'd’Odile',
    'd’Émile',
    'd’Hugo',
    'de Yann',
    'd’Yves',
    'de Łucja',
    'de ',
  ]);
});

import { expect, test } from 'vitest';
import { article, pluralIn } from './plural';

test('English has one and other', () => {
  const plural = pluralIn('en');
  const tickets = (n: number) => plural(n, { one: '# ticket', other: '# tickets' });
  expect([0, 1, 2, 21].map(tickets)).toEqual(['0 tickets', '1 ticket', '2 tickets', '21 tickets']);
});

test('in French nought is singular', () => {
  const plural = pluralIn('fr');
  const points = (n: number) => plural(n, { one: '# point', other: '# points' });
  expect([0, 1, 2].map(points)).toEqual(['0 point', '1 point', '2 points']);
});

test('Polish has three forms', () => {
  const plural = pluralIn('pl');
  const tickets = (n: number) => plural(n, { one: '# bilet', few: '# bilety', other: '# biletów' });
  expect([0, 1, 3, 5, 12, 22, 112].map(tickets)).toEqual([
    '0 biletów',
    '1 bilet',
    '3 bilety',
    '5 biletów',
    '12 biletów',
    '22 bilety',
    '112 biletów',
  ]);
});

test('an English number has the article of its sound', () => {
  expect([0, 1, 8, 10, 11, 12, 18, 80, 84, 110].map(article)).toEqual([
    'a 0',
    'a 1',
    'an 8',
    'a 10',
    'an 11',
    'a 12',
    'an 18',
    'an 80',
    'an 84',
    'a 110',
  ]);
});

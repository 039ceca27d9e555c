import { expect, test } from 'vitest';
import { momentAddress, readMoment } from './moment';

test.each([
  ['', { move: 0, eyes: 'open' }],
  ['?move=12', { move: 12, eyes: 'open' }],
  ['?seat=0', { move: 0, eyes: '0' }],
  ['?move=12&seat=2', { move: 12, eyes: '2' }],
  ['?move=12&seat=2&analysis', { move: 12, eyes: '2', judged: true }],
])('%s is read and written', (search, moment) => {
  expect(readMoment(search)).toEqual(moment);
  expect(momentAddress('abc', moment)).toBe(`/replay/abc${search}`);
});

test.each(['?move=-1&seat=me', '?move=1.5', '?move=&seat=', '?move=1e9'])('%s is the beginning', (search) => {
  expect(readMoment(search)).toEqual({ move: 0, eyes: 'open' });
});

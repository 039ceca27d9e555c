import { expect, test } from 'vitest';
import type { GameFace } from '../games/contract';
import { en } from './i18n/en';
import type { TableInfo } from './protocol';
import { standingOf, turnAt, wayOut } from './standing';
import type { TableView } from './view';

const ME = { kind: 'person', colour: 1, name: 'Ania' };
const BOT = { kind: 'bot', colour: 2, level: 'casual' };
const FRIEND = { kind: 'person', colour: 3, name: 'Basia' };

const table = (seats: object[], turn = 1): TableView =>
  ({ seat: 1, view: { scores: [12, 8] }, header: {}, state: { turn, seats } }) as unknown as TableView;
const info = (changes: object = {}): TableInfo =>
  ({ status: 'playing', your_seat: 1, your_turn: false, seats: [{ host: true }, {}], ...changes }) as TableInfo;
const face = (changes: object = {}): GameFace =>
  ({ progress: (view: { scores: number[] }) => view.scores, ...changes }) as unknown as GameFace;

test('a game is told by its players and what they have', () => {
  const counted = face({ standing: () => 'Points' });
  expect(standingOf(table([ME, BOT]), counted, 'en', en)).toBe('Points: You 12, Bruno 8');
  expect(standingOf(table([ME, FRIEND]), face(), 'en', en)).toBe('You 12, Basia 8');
  expect(standingOf(table([ME, FRIEND]), {} as GameFace, 'en', en)).toBe('You, Basia');
});

test('whose turn it is', () => {
  expect(turnAt(info({ status: 'open' }), undefined, en)).toBe('Not started');
  expect(turnAt(info({ your_turn: true }), table([ME, BOT]), en)).toBe('Your turn');
  expect(turnAt(info(), table([ME, FRIEND], 2), en)).toBe('Basia’s turn');
  expect(turnAt(info(), undefined, en)).toBe('Waiting');
});

test('a game against bots is stopped, one with friends is left, an open table is closed by its host', () => {
  expect(wayOut(info(), table([ME, BOT]))).toBe('abandon');
  expect(wayOut(info(), table([ME, FRIEND]))).toBe('leave');
  expect(wayOut(info({ status: 'open' }), table([ME, FRIEND]))).toBe('abandon');
  expect(wayOut(info({ status: 'open', seats: [{}, { host: true }] }), table([ME, FRIEND]))).toBe('leave');
});

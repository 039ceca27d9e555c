import { beforeEach, expect, test } from 'vitest';
import { gameNames } from '../games/faces';
import type { Analysis } from '../lib/protocol';
import type { TableView } from '../lib/view';
import { isOwn, merged, noteAnalysis, noteGame, readOwn, summaryOf, writeOwn, type Own, type Played } from './own';

beforeEach(() => writeOwn(null));

const over = (table: string, ranking: number[], more = {}) =>
  ({
    table,
    seat: 1,
    header: { game: 'race', players: ranking.length },
    state: {
      seats: [{ kind: 'person', name: 'Ann' }, ...ranking.slice(1).map(() => ({ kind: 'bot', level: 'club' }))],
      result: { how: 'finished', ranking, scores: null, seat: null },
      taken_back: 0,
    },
    ...more,
  }) as unknown as TableView;

const played = (table: string, place: number, more: Partial<Played> = {}): Played => ({
  table,
  game: 'race',
  at: Number(table),
  place,
  seats: ['me', 'club'],
  places: [place, 3 - place],
  takenBack: false,
  margin: null,
  ...more,
});
const own = (...games: Played[]): Own => ({ format: 1, games, shared: false });

test('a finished game is kept once, and what an analysis found of it', () => {
  noteGame(over('a', [1, 2]), 5);
  noteGame(over('a', [1, 2]), 6);
  noteGame(over('b', [2, 1, 3]), 7);
  noteGame(over('watched', [1, 2], { seat: 0 }), 8);
  const found = { seats: [{ error: 0.04, luck: -0.2 }] } as Analysis;
  noteAnalysis('b', found);
  noteAnalysis('unknown', found);
  const { games } = readOwn();
  expect(games.map(({ table, place, seats }) => [table, place, seats])).toEqual([
    ['a', 1, ['me', 'club']],
    ['b', 2, ['me', 'club', 'club']],
  ]);
  expect(games[1]).toMatchObject({ at: 7, error: 0.04, luck: -0.2 });
});

test('the margin is right where the least points win, too', () => {
  const scored = (table: string, ranking: number[], scores: number[]) => {
    const view = over(table, ranking);
    return { ...view, state: { ...view.state, result: { how: 'finished', ranking, scores, seat: null } } } as TableView;
  };
  noteGame(scored('most', [1, 2], [40, 25]), 1);
  noteGame(scored('least', [2, 1], [30, 10]), 2);
  expect(readOwn().games.map(({ margin }) => margin)).toEqual([15, -20]);
});

test('two records become one', () => {
  const both = merged(own(played('1', 1), played('3', 2)), own(played('2', 1), played('3', 2, { luck: 0.1 })));
  expect(both.games.map(({ table, luck }) => [table, luck])).toEqual([
    ['1', undefined],
    ['2', undefined],
    ['3', 0.1],
  ]);
  expect(isOwn(both)).toBe(true);
  expect(isOwn({ format: 1, games: [{ table: 3 }] })).toBe(false);
  expect(isOwn(null)).toBe(false);
});

test('a character counts as much as a club player, under its own name', () => {
  const game = gameNames(null, [])[0] as string;
  const against = (level: string) => [played('1', 1, { game, seats: ['me', level] })];
  const [club, blocker] = ['club', 'blocker'].map((level) => summaryOf(game, against(level)));
  expect(blocker?.levels).toEqual([{ level: 'blocker', games: 1, wins: 1 }]);
  expect(blocker?.rating).toEqual(club?.rating);
});

test('what follows from the games', () => {
  const games = [played('1', 1), played('2', 1), played('3', 2), played('4', 1, { game: 'other' }), played('5', 1)];
  expect(summaryOf('race', games)).toMatchObject({ games: 4, wins: 3, streak: 1, best: 2 });
  expect(summaryOf('race', []).levels).toEqual([]);
});

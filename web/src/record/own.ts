// One's own record: every finished game in which this person had a seat, kept on this device.
import { ask } from '../lib/api';
import { readKept, writeKept } from '../lib/kept';
import type { Analysis, OwnRecord } from '../lib/protocol';
import { pointsOf } from '../lib/solo';
import type { TableView } from '../lib/view';
import { rated, START, type Rating } from './rating';

const KEY = 'sidings record';
const MOST_GAMES = 1000;
const MOST_SHARED = 250; // games that the server keeps: the last ones

export interface Played {
  table: string;
  game: string;
  at: number; // ms
  place: number;
  /** The seats in their order: the level of a bot, `me`, or empty for another person. */
  seats: string[];
  places: number[];
  /** Moves were taken back, so it is not rated. */
  takenBack: boolean;
  /** By how many points, if they are counted; negative behind. */
  margin: number | null;
  /** From the analysis, if one was made: the mean error of a decision and the luck, in chances to win. */
  error?: number;
  luck?: number;
}

export interface Own {
  format: 1;
  games: Played[];
  /** Whether the server keeps it too. */
  shared: boolean;
}

const EMPTY: Own = { format: 1, games: [], shared: false };

export function readOwn(): Own {
  const found = readKept<Own>(KEY);
  return isOwn(found) ? found : EMPTY;
}

/** Whether something that was read from a file or a server can be a record. */
export function isOwn(found: unknown): found is Own {
  const own = found as Partial<Own> | null;
  return own?.format === 1 && Array.isArray(own.games) && own.games.every(isPlayed);
}

const isPlayed = (found: unknown): boolean => {
  const one = found as Partial<Played> | null;
  return (
    typeof one?.table === 'string' &&
    typeof one.game === 'string' &&
    typeof one.at === 'number' &&
    typeof one.place === 'number' &&
    Array.isArray(one.seats) &&
    Array.isArray(one.places)
  );
};

export function writeOwn(own: Own | null): void {
  writeKept(KEY, own);
}

/** Two records as one: a game that both have is taken from where more is known of it. */
export function merged(one: Own, other: Own): Own {
  const games = new Map(other.games.map((played) => [played.table, played]));
  for (const played of one.games) games.set(played.table, { ...games.get(played.table), ...played });
  const all = [...games.values()].sort((a, b) => a.at - b.at).slice(-MOST_GAMES);
  return { format: 1, games: all, shared: one.shared };
}

/** What a finished game adds; null if it says nothing of this person. */
export function playedAt({ table, header, state, seat }: TableView, now: number): Played | null {
  const { result } = state;
  const place = result?.ranking[seat - 1];
  if (!seat || !result || !place || result.ranking.length !== header.players) return null;
  const seats = state.seats.map((one, i) => (i + 1 === seat ? 'me' : one.kind === 'bot' ? (one.level ?? '') : ''));
  return {
    table,
    game: header.game,
    at: now,
    place,
    seats,
    places: result.ranking,
    takenBack: (state.taken_back ?? 0) > 0,
    margin: result.scores ? marginOf(result.scores, result.ranking, seat) : null,
  };
}

/** By how many points a seat is ahead of the best other one; where the least points win, likewise. */
function marginOf(scores: number[], places: number[], seat: number): number {
  const [first, last] = [Math.min, Math.max].map((best) => scores[places.indexOf(best(...places))] ?? 0);
  const others = scores.filter((_, i) => i + 1 !== seat);
  const mine = scores[seat - 1] ?? 0;
  return (first ?? 0) < (last ?? 0) ? Math.min(...others) - mine : mine - Math.max(...others);
}

/** Keeps a finished game, once. */
export function noteGame(view: TableView, now = Date.now()): void {
  const own = readOwn();
  const played = playedAt(view, now);
  if (!played || own.games.some(({ table }) => table === played.table)) return;
  keep({ ...own, games: [...own.games, played].slice(-MOST_GAMES) });
}

/** Keeps what an analysis has found of a game that is kept. */
export function noteAnalysis(table: string, { seats }: Pick<Analysis, 'seats'>): void {
  const own = readOwn();
  const played = own.games.find((one) => one.table === table);
  const sums = seats[played?.seats.indexOf('me') ?? -1];
  if (!played || !sums || played.luck === sums.luck) return;
  const { error, luck } = sums;
  keep({ ...own, games: own.games.map((one) => (one === played ? { ...one, error, luck } : one)) });
}

function keep(own: Own): void {
  writeOwn(own);
  if (own.shared) void share().catch(() => {}); // it is tried again after the next game
}

/** Makes the server's copy and this one the same. */
export async function share(): Promise<Own> {
  const found = await ask<OwnRecord>('me/record');
  const mine = { ...readOwn(), shared: true };
  const own = isOwn(found.record) ? merged(mine, found.record) : mine;
  writeOwn(own);
  const record = { ...own, games: own.games.slice(-MOST_SHARED) };
  await ask<OwnRecord>('me/record', { version: found.version, record }, 'PUT');
  return own;
}

/** Removes the server's copy. */
export async function unshare(): Promise<void> {
  await ask<null>('me/record', undefined, 'DELETE');
  writeOwn({ ...readOwn(), shared: false });
}

// --- What follows from the games

export interface Summary {
  games: number;
  wins: number;
  /** Games and wins by the strongest bot at the table, the weakest level first. */
  levels: { level: string; games: number; wins: number }[];
  rating: Rating;
  /** Wins in a row: now, and at most. */
  streak: number;
  best: number;
  /** The wins over the strongest company, the clearest first. */
  finest: Played[];
}

export function summaryOf(game: string, games: readonly Played[]): Summary {
  const ladder = pointsOf(game);
  const order = Object.keys(ladder);
  const strongest = (one: Played) =>
    one.seats.reduce((best, level) => (order.indexOf(level) > order.indexOf(best) ? level : best), '');
  const mine = games.filter((one) => one.game === game);
  const levels = ['', ...order].map((level) => {
    const met = mine.filter((one) => strongest(one) === level);
    return { level, games: met.length, wins: met.filter(won).length };
  });
  let [rating, streak, best] = [START, 0, 0];
  for (const one of mine) {
    streak = won(one) ? streak + 1 : 0;
    best = Math.max(best, streak);
    const others = one.seats.flatMap((level, i) =>
      level in ladder ? [{ points: ladder[level] ?? 0, place: one.places[i] ?? 1 }] : [],
    );
    if (others.length && !one.takenBack) rating = rated(rating, one.place, others);
  }
  const worth = (one: Played) => 1000 * order.indexOf(strongest(one)) + (one.margin ?? 0);
  return {
    games: mine.length,
    wins: mine.filter(won).length,
    levels: levels.filter((one) => one.games),
    rating,
    streak,
    best,
    finest: mine
      .filter(won)
      .sort((a, b) => worth(b) - worth(a))
      .slice(0, 3),
  };
}

const won = ({ place }: Played): boolean => place === 1;

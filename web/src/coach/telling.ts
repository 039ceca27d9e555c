// Figures and moves of an analysis in words.
import type { GameFace, MoveContext } from '../games/contract';
import type { Step } from '../lib/api';
import { catalogue } from '../lib/catalogue.svelte';
import { ownSeat } from '../lib/hands';
import { i18n, type Words } from '../lib/i18n/index.svelte';
import { levelOf } from '../lib/names';
import type { Analysis, Moment, Sums } from '../lib/protocol';
import { settings } from '../lib/settings.svelte';
import { levelFor } from '../lib/start';
import { playOn } from '../lib/tables';
import { reasonOf, recount } from '../lib/telling';
import type { Choice, TableView } from '../lib/view';
import type { CoachWords } from './words';

/** What is needed to tell of the moves of a game. */
export interface Told {
  face: GameFace;
  view: TableView;
  names: string[];
  steps: Step[];
}

/** A number of points with its sign. */
export const signed = (points: number): string => (points < 0 ? `\u2212${-points}` : points > 0 ? `+${points}` : '0');
export const pointsOf = (chance: number): number => Math.round(100 * chance);

/** What decided the game for a seat in whole points that add up. */
export function addends({ start, skill, luck, result }: Sums): [start: number, ...more: number[]] {
  const [all, ...parts] = [result, start, skill, luck].map(pointsOf) as [number, number, number, number];
  const rest = all - parts[0] - parts[1] - parts[2];
  return [...parts, rest, all];
}

/** One honest sentence about luck; `seat` is one's own, or 0. */
export function luckOf(
  { luckiest, unluckiest, luckier }: Analysis,
  names: string[],
  seat: number,
  t: CoachWords,
): string {
  const [first = '', last = ''] = [names[luckiest - 1], names[unluckiest - 1]];
  if (!luckiest) return t.evenLuck;
  if (luckiest === seat) return t.youLuckier(last, luckier);
  return unluckiest === seat ? t.luckierThanYou(first, luckier) : t.luckier(first, last, luckier);
}

export const ratingOf = (rating: string, t: CoachWords, page: Words): string =>
  rating === 'beginner' ? t.beginner : levelOf(rating, page);

function contextAt({ view, names, steps }: Told, version: number): MoveContext | null {
  const step = steps[version];
  return step ? { view: step.view, choices: [], header: view.header, names, seat: ownSeat(view) } : null;
}

/** What was played, in a sentence. */
export function playedIn(told: Told, { number, seat, move }: Moment): string {
  const context = contextAt(told, number);
  const events = told.steps[number]?.events ?? [];
  return context ? recount(told.face, { seat, move, events }, context, i18n.t) : move;
}

/** The better move in words, and why it is better; null if there was none. */
export function betterIn(told: Told, { number, decision }: Moment): { move: string; why: string } | null {
  if (!decision?.better) return null;
  const context = contextAt(told, number - 1);
  const choice = decision.choices[1] as Choice | undefined;
  const move = context && choice ? told.face.describe(choice, context, i18n.language) : decision.better;
  return { move, why: reasonOf(told.face, decision, i18n.t) };
}

/** Begins a game from before a move, and says where. */
export async function branch({ view }: Told, { number }: Moment): Promise<string> {
  const level = levelFor(catalogue.game(view.header.game));
  return `/t/${await playOn(view.table, number, level, { pace: settings.pace })}`;
}

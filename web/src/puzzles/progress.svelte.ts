// How this person does at puzzles: kept on the device.
import { readKept, writeKept } from '../lib/kept';
import type { Puzzle } from './data';

const KEY = 'sidings puzzles';
const START = 1400; // points, on the scale of the puzzles
const STEP = 40; // points that one answer can move at most
const SPREAD = 400;
const NEAR = 6; // puzzles of about one's strength, of which one is drawn

export interface Progress {
  /** Points by game. */
  strength: Record<string, number>;
  /** By game and deal, whether the first answer was right. */
  tried: Record<string, Record<string, boolean>>;
  /** Right answers in a row: now, and at most. */
  streak: number;
  best: number;
}

export const NONE: Progress = { strength: {}, tried: {}, streak: 0, best: 0 };

export const strengthAt = (progress: Progress, game: string): number => progress.strength[game] ?? START;

/** What an answer changes. Only the first one to a puzzle counts. */
export function answered(progress: Progress, game: string, puzzle: Puzzle, right: boolean): Progress {
  const tried = progress.tried[game] ?? {};
  if (puzzle.deal in tried) return progress;
  const mine = strengthAt(progress, game);
  const expected = 1 / (1 + 10 ** ((puzzle.rating - mine) / SPREAD));
  const streak = right ? progress.streak + 1 : 0;
  return {
    strength: { ...progress.strength, [game]: Math.round(mine + STEP * (Number(right) - expected)) },
    tried: { ...progress.tried, [game]: { ...tried, [puzzle.deal]: right } },
    streak,
    best: Math.max(progress.best, streak),
  };
}

/** A puzzle near one's strength: a new one, or else one that was answered wrongly, or else any. */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  progress: Progress,
  game: string,
  theme: string,
  chance: () => number = Math.random,
): Puzzle | null {
  const tried = progress.tried[game] ?? {};
  const fitting = puzzles.filter((puzzle) => !theme || puzzle.theme === theme);
  const fresh = fitting.filter(({ deal }) => !(deal in tried));
  const failed = fitting.filter(({ deal }) => tried[deal] === false);
  const pool = [fresh, failed, fitting].find((some) => some.length) ?? [];
  const strength = strengthAt(progress, game);
  const far = ({ rating }: Puzzle) => Math.abs(rating - strength);
  const near = [...pool].sort((a, b) => far(a) - far(b)).slice(0, NEAR);
  return near[Math.floor(chance() * near.length)] ?? null;
}

class Kept {
  now: Progress = $state.raw({ ...NONE, ...readKept<Progress>(KEY) });

  answer(game: string, puzzle: Puzzle, right: boolean): void {
    this.now = answered(this.now, game, puzzle, right);
    writeKept(KEY, this.now);
  }

  /** Puts what was exported elsewhere in place of what is here; null forgets it. */
  replace(progress: Progress | null): void {
    this.now = { ...NONE, ...progress };
    writeKept(KEY, progress);
  }
}

export const progress = new Kept();

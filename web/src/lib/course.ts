// The way a game went: how far each seat was, move by move or round by round.
import type { GameFace } from '../games/contract';
import type { Step } from './api';
import type { Header } from './view';

export interface Course {
  /** How far each seat was, one row after the other. */
  lines: number[][];
  /** What each round brought, for games with rounds. */
  rounds: number[][];
}

export function courseOf(face: GameFace, steps: Step[], header: Header): Course | null {
  const { progress, roundOf } = face;
  if (!progress) return null;
  const lines = steps.map((step) => progress(step.view, header));
  const first = lines[0];
  const last = lines.at(-1);
  if (!roundOf || !first || !last) return { lines, rounds: [] };
  // The row after the last move of each round: the one with which the next begins, or the end.
  const parts = steps.map((step) => roundOf(step.view));
  const ends = lines.filter((_, i) => i > 0 && parts[i] !== parts[i - 1]);
  const totals = [first, ...ends, last];
  const rounds = totals.slice(1).map((row, r) => row.map((value, seat) => value - (totals[r]?.[seat] ?? 0)));
  return { lines: totals, rounds };
}

// The puzzles of each game: made by `sidings puzzles`, kept beside the game's rules, fetched when asked for.
import { publicSecret } from '../lib/local/fairness';
import type { Dealt } from '../lib/local/messages';
import { hex } from '../lib/local/sha256';

export interface Puzzle {
  /** The version of the rules that it was made with. */
  rules: number;
  /** The number of its deal, by which it is known. */
  deal: number;
  players: number;
  options?: Record<string, number | string>;
  moves: string[];
  solution: string;
  /** The chance to win of every move, in per cent, the best first. */
  chances: Record<string, number>;
  why: string;
  despite: boolean;
  theme: string;
  rating: number;
}

const FILES = import.meta.glob<string>('../../../src/sidings/games/*/puzzles.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

const fileOf = (game: string): string | undefined =>
  FILES[`../../../src/sidings/games/${game.replaceAll('-', '_')}/puzzles.json`];

export const hasPuzzles = (game: string): boolean => fileOf(game) !== undefined;

const fetched = new Map<string, Promise<Puzzle[]>>();

export function puzzlesOf(game: string): Promise<Puzzle[]> {
  const found = fetched.get(game) ?? load(game);
  fetched.set(game, found);
  found.catch(() => fetched.delete(game)); // it may be fetched another time
  return found;
}

async function load(game: string): Promise<Puzzle[]> {
  const answer = await fetch(fileOf(game) ?? '');
  if (!answer.ok) throw new Error(`no puzzles: ${answer.status}`);
  const { rules, puzzles } = (await answer.json()) as { rules: number; puzzles: Omit<Puzzle, 'rules'>[] };
  return puzzles.map((puzzle) => ({ ...puzzle, rules }));
}

/** The game that a puzzle is a position of; its deal is public (`lab/puzzles.py`), its last move the solution. */
export const dealtOf = (game: string, puzzle: Puzzle): Dealt => ({
  game,
  rules_version: puzzle.rules,
  players: puzzle.players,
  options: puzzle.options ?? {},
  secret: hex(publicSecret(`puzzle ${puzzle.deal}`)),
  words: {},
  moves: [...puzzle.moves, puzzle.solution],
});

// The guided first game: what to say, and when.
import type { Language } from '../../lib/settings.svelte';
import type { MoveContext, Tip } from '../contract';
import { movesOf, ORDER, type TrainsPosition } from './position';
import { words, type Words } from './words';

export function tips(context: MoveContext, moves: string[], language: Language): Tip[] {
  const w = words[language].lesson;
  const { phase, row, trains } = context.position as unknown as TrainsPosition;
  const mine = trains[context.seat - 1] ?? [];
  const turn = phase === 'turn' && moves.length > 0;
  const usable = ORDER.filter((ability) => turn && movesOf(ability, moves).length > 0);
  const found: [boolean, keyof Words['lesson'], string][] = [
    [true, 'goal', '.own .train'],
    [phase === 'setup', 'keep', '.drawn'],
    [turn, 'draw', '.pile'],
    [turn && row.length > 0, 'row', '.middle .row'],
    [usable.length > 0, 'use', '.ability.lit'],
    [usable.some((ability) => ability.startsWith('remove')), 'remove', '.ability.lit'],
    [phase === 'place' && moves.length > 0, 'place', '.drawn'],
    [turn && row.length > 1, 'pairs', '.middle .row'],
    [turn && mine.some((wagon, i) => i > 0 && wagon > (mine[i - 1] ?? 0)), 'links', '.coupling.right'],
  ];
  return found.filter(([holds]) => holds).map(([, key, at]) => ({ key, text: w[key], at }));
}

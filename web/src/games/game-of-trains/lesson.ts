// The guided first game: what to say, and when.
import type { Language } from '../../lib/settings.svelte';
import type { MoveContext, Tip } from '../contract';
import type { Choice, View } from './types';
import { words, type Words } from './words';

export function tips(context: MoveContext, language: Language): Tip[] {
  const w = words[language].lesson;
  const { phase, row, couplings } = context.view as unknown as View;
  const choices = context.choices as Choice[];
  const turn = phase === 'turn' && choices.length > 0;
  const found: [boolean, keyof Words['lesson'], string][] = [
    [true, 'goal', '.own .train'],
    [phase === 'setup', 'keep', '.drawn'],
    [turn, 'draw', '.pile'],
    [turn && row.length > 0, 'row', '.middle .row'],
    [choices.some((choice) => choice.ability), 'use', '.ability.lit'],
    [choices.some((choice) => choice.do === 'remove'), 'remove', '.ability.lit'],
    [phase === 'place' && choices.length > 0, 'place', '.drawn'],
    [turn && row.length > 1, 'pairs', '.middle .row'],
    [turn && (couplings[context.seat - 1] ?? []).includes(true), 'links', '.coupling.right'],
  ];
  return found.filter(([holds]) => holds).map(([, key, at]) => ({ key, text: w[key], at }));
}

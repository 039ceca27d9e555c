// The guided first game: what each situation asks for, and what one's own move has done.
import type { Language } from '../../lib/settings.svelte';
import type { GameEvent } from '../../lib/view';
import type { Lesson, MoveContext, Tip } from '../contract';
import { tipsIn, type Situation } from '../tips';
import { abilityOf } from './cards';
import type { Choice, Event, View } from './types';
import { words, type Words } from './words';

const NUMBERS_PER_POSITION = 12; // 84 numbers, seven positions

/** Whether a card was put about where a number of its size belongs. */
function isNearHome({ do: what, card, target }: Event): boolean {
  const home = Math.ceil((card ?? 0) / NUMBERS_PER_POSITION);
  return what === 'placed' && Math.abs(home - Number((target ?? '').replace('wagon-', ''))) <= 1;
}

function tips(context: MoveContext, language: Language): Tip[] {
  const { phase, row, couplings } = context.view as unknown as View;
  const choices = context.choices as Choice[];
  const turn = phase === 'turn';
  const placing = phase === 'place';
  const found: Situation<keyof Words['lesson'], Event>[] = [
    [phase === 'setup', 'keep', '.drawn'],
    [placing, 'place', '.drawn'],
    [placing, 'strategy', '.own .train', isNearHome],
    [placing && row.length > 0, 'pairs', '.middle .row', (event) => event.do === 'cancelled'],
    [turn, 'draw', '.pile', (event) => event.do === 'drew'],
    [
      choices.some((choice) => choice.ability && choice.do !== 'remove'),
      'use',
      '.ability.lit',
      (event) => event.do === 'used',
    ],
    [choices.some((choice) => choice.do === 'remove'), 'remove', '.ability.lit'],
    [turn && (couplings[context.seat - 1] ?? []).includes(true), 'links', '.coupling.right'],
  ];
  return tipsIn(found, words[language].lesson);
}

function did(events: GameEvent[], context: MoveContext, language: Language): string | null {
  const w = words[language];
  const view = context.view as unknown as View;
  const move = events as Event[];
  const find = (what: Event['do']) => move.find((event) => event.do === what);
  const links = w.did.links((view.couplings[context.seat - 1] ?? []).filter(Boolean).length);
  const laid = find('laid');
  if (find('protected')) return w.did.protected;
  if (find('removed')) return `${w.did.removed} ${links}`;
  if (find('moved')) return links;
  if (find('cancelled')) return `${w.did.cancelled} ${links}`;
  return laid?.card ? `${w.did.laid(laid.card, w.abilities[abilityOf(laid.card, view)])} ${links}` : null;
}

export const lesson: Lesson = {
  players: 2,
  options: {},
  goal: (language) => ({ key: 'goal', text: words[language].lesson.goal, at: '.own .train' }),
  tips,
  did,
};

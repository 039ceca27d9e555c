// The guided first game: what each situation asks for, and what one's own move has done.
import type { Language } from '../../lib/settings.svelte';
import type { GameEvent } from '../../lib/view';
import type { Lesson, MoveContext, Tip } from '../contract';
import { tipsIn, type Situation } from '../tips';
import { endOf, isDouble, laneAt, layings, placeOf } from './dominoes';
import type { Choice, Event, View } from './types';
import { words, type Words } from './words';

const PASSES: Choice['do'][] = ['keep', 'decline', 'pass'];

function tips(context: MoveContext, language: Language): Tip[] {
  const { seat } = context;
  const { double, markers, trains } = context.view as unknown as View;
  const choices = context.choices as Choice[];
  const can = (what: Choice['do']) => choices.some((choice) => choice.do === what);
  const lanes = layings(choices).map((one) => one.lane);
  const mine = lanes.includes(seat);
  const other = lanes.find((lane) => lane !== seat && lane !== 'm');
  const laid = (place: string) => (event: Event) => event.do === 'laid' && event.target === place;
  const found: Situation<keyof Words['lesson'], Event>[] = [
    [double !== null, 'double', '.lane.waits', (event) => event.do === 'confirmed'],
    [mine && !trains[seat - 1]?.length, 'first', '.lane.own, .hand .lit', laid(placeOf(seat))],
    [can('draw'), 'draw', '[data-testid=draw]', (event) => event.do === 'drew'],
    [choices.some((choice) => PASSES.includes(choice.do)), 'pass', '[data-testid=pass]'],
    [mine && markers[seat - 1] === true, 'marked', '.lane.own', (event) => event.do === 'unmarked'],
    [lanes.includes('m'), 'mexican', '.lane.mexican', laid(placeOf('m'))],
    [other !== undefined, 'open', `.lane[data-lane='${other}']`, laid(placeOf(other ?? 'm'))],
    [mine && Boolean(trains[seat - 1]?.length), 'strategy', '[data-testid=sort]', (event) => event.do === 'laid'],
  ];
  return tipsIn(found, words[language].lesson);
}

function did(events: GameEvent[], context: MoveContext, language: Language): string | null {
  const w = words[language];
  const view = context.view as unknown as View;
  const move = events as Event[];
  const has = (what: Event['do']) => move.some((event) => event.do === what);
  const laid = move.find((event) => event.do === 'laid');
  if (has('marked')) return w.did.marked;
  if (!laid) return null;
  if (has('confirmed')) return w.did.confirmed;
  if (has('unconfirmed') && isDouble(laid.card ?? '')) return w.did.double;
  if (has('unmarked')) return w.did.unmarked;
  const lane = laneAt(view, laid.target ?? '') ?? 'm';
  if (lane === 'm') return w.did.mexican;
  return lane === context.seat ? w.did.own(endOf(view, lane)) : w.did.other(context.names[lane - 1] ?? '');
}

export const lesson: Lesson = {
  players: 3,
  options: { rounds: 1 },
  goal: (language) => ({ key: 'goal', text: words[language].lesson.goal, at: '.station' }),
  tips,
  did,
};

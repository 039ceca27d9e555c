// The guided first game: what each situation asks for, and what one's own move has done.
import type { Language } from '../../lib/settings.svelte';
import type { GameEvent } from '../../lib/view';
import type { Lesson, MoveContext, Tip } from '../contract';
import { tipsIn, type Situation } from '../tips';
import { choicesIn, isCharacter, viewIn, type ContractName } from './names';
import type { Event } from './types';
import { words, type Words } from './words';

const took = (wanted: (card: string) => boolean) => (event: Event) => event.do === 'took' && wanted(event.card ?? '');
const isWagon = (card: string) => !isCharacter(card) && card !== 'ticket';

function tips(context: MoveContext, language: Language): Tip[] {
  const { phase, lines, wagons, tickets, last_turns } = viewIn(context);
  const taking = phase === 'take';
  const offered = choicesIn(context).flatMap(({ do: what, place = '' }) =>
    what === 'take' ? (lines[place[0] as keyof typeof lines][Number(place[1]) - 1] ?? []) : [],
  );
  const found: Situation<keyof Words['lesson'], Event>[] = [
    [last_turns !== null, 'end', '.strip'],
    [phase === 'contract', 'contract', '.contracts'],
    [phase === 'objective', 'validate', '.long.lit', (event) => event.do === 'validated'],
    [taking, 'market', '.market'],
    [taking, 'objectives', '.goals .long', took(isWagon)],
    [taking && (tickets[context.seat - 1] ?? 0) > 0, 'tickets', '.depot', (event) => event.do === 'paid'],
    [offered.some(isCharacter), 'people', '.offer.person', took(isCharacter)],
    [(wagons[context.seat - 1]?.locomotive ?? 0) > 0, 'locomotive', '.depot', (event) => event.do === 'validated'],
    [taking, 'strategy', '.goals .long', took(isWagon)],
  ];
  return tipsIn(found, words[language].lesson);
}

function did(events: GameEvent[], context: MoveContext, language: Language): string | null {
  const w = words[language];
  const { goals, validated } = viewIn(context);
  const move = events as Event[];
  const chosen = move.find((event) => event.do === 'chose')?.card;
  if (chosen) return w.did.contract(w.contractText[chosen as ContractName]);
  if (move.some((event) => event.do === 'validated')) return w.did.validated(validated[context.seat - 1]?.length ?? 0);
  if (move.some(took((card) => card === 'ticket'))) return w.did.ticket;
  if (!move.some(took(isWagon)) || !goals.length) return null;
  const lacking = Math.min(...goals.map((goal) => goal.missing.length));
  return lacking ? w.did.nearest(lacking) : w.did.ready;
}

export const lesson: Lesson = {
  players: 2,
  options: {},
  goal: (language) => ({ key: 'goal', text: words[language].lesson.goal, at: '.goals' }),
  tips,
  did,
};

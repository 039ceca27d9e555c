// Game of Trains in words: what is asked, the legal moves, what happened, why a move is refused.
import type { Language } from '../../lib/settings.svelte';
import type { Choice as AnyChoice, GameEvent } from '../../lib/view';
import type { MoveContext, Objection } from '../contract';
import { abilityOf } from './cards';
import type { Choice, Event, Objections, View } from './types';
import { words, type Words } from './words';

export function ask(context: MoveContext, language: Language): string {
  const w = words[language];
  const view = context.view as unknown as View;
  const hand = view.hands[context.seat - 1] ?? [];
  if (view.phase === 'setup') return hand.length > 1 ? w.askKeep(hand.length) : w.askKeepOne(String(hand[0] ?? ''));
  if (view.phase === 'place') return w.askPlace(String(hand[0] ?? ''));
  return view.row.length ? w.askTurn : w.askDraw;
}

export function describe(chosen: AnyChoice, context: MoveContext, language: Language): string {
  const w = words[language];
  const choice = chosen as Choice;
  const train = (context.view as unknown as View).trains[context.seat - 1] ?? [];
  const [one = '', two = ''] = (choice.wagons ?? []).map((place) => w.wagon(String(place), train[place - 1] ?? 0));
  switch (choice.do) {
    case 'draw':
      return w.moveDraw;
    case 'keep':
      return w.moveKeep(String(choice.card), one);
    case 'place':
      return w.movePlace(String(choice.card), one);
    case 'swap':
      return w.moveSwap(one, two);
    case 'move':
      return choice.ability === 'move-right' ? w.moveRight(one) : w.moveLeft(one);
    case 'remove':
      return w.moveRemove[choice.ability as keyof Words['moveRemove']];
    case 'protect':
      return w.moveProtect(one);
    default:
      return choice.move;
  }
}

/** A wagon of a train, for those who hear the page. */
export function wagonLabel(view: View, seat: number, position: number, w: Words): string {
  const number = view.trains[seat - 1]?.[position - 1] ?? 0;
  if (!number) return w.gap(position);
  const locked = view.protected[seat - 1]?.[position - 1] ? `, ${w.locked}` : '';
  return w.wagonLabel(position, number, w.abilities[abilityOf(number, view)]) + locked;
}

export function tell(
  happened: GameEvent,
  context: MoveContext,
  language: Language,
  move: GameEvent[] = [happened],
): string | null {
  const w = words[language];
  const event = happened as Event;
  const card = event.card ?? 0;
  const name = event.seat === context.seat ? '' : (context.names[(event.seat ?? 0) - 1] ?? '');
  const position = (event.target ?? '').replace('wagon-', '');
  switch (event.do) {
    case 'drew':
      return card ? w.happened.drew(card) : w.happened.drewHidden;
    case 'laid':
      return w.happened.laid(card);
    case 'placed':
      return w.happened.placed(card, position);
    case 'moved':
      return toldMoved(event, move as Event[], w);
    case 'cancelled':
      return w.happened.cancelled(card);
    case 'used':
      if (move.some((one) => one.do === 'moved')) return null;
      return w.happened.used(w.abilities[abilityOf(card, context.view as unknown as View)]);
    case 'protected':
      return w.happened.protected[event.target as keyof Words['happened']['protected']];
    case 'unlocked':
      return w.happened.unlocked[event.source as keyof Words['happened']['unlocked']];
    case 'removed':
      return w.happened.removed(name, card);
    case 'spared':
      return w.happened.spared(name, card);
    case 'redrew':
      return w.happened.redrew(name, card);
    case 'reshuffled':
      return w.happened.reshuffled;
    case 'won':
      return w.happened.won(name);
    case 'discarded': // face down
    case 'began':
    case 'turn':
      return null;
  }
}

/** Two wagons that move change places; of more, one moves and the others make room for it. */
function toldMoved(event: Event, move: Event[], w: Words): string | null {
  const moved = move.filter((one) => one.do === 'moved');
  if (event !== moved.at(-1)) return null;
  const [first] = moved;
  if (moved.length === 2) return w.happened.swapped(first?.card ?? 0, event.card ?? 0);
  return w.happened.shifted(event.card ?? 0, (event.target ?? '').replace('wagon-', ''));
}

type Reasons = { [Code in keyof Objections]: (about: Objections[Code]) => string };

export function object(objection: Objection, _context: MoveContext, language: Language): string | null {
  const w = words[language];
  const reasons: Reasons = w.objections;
  const found = reasons[objection.code as keyof Objections] as ((about: Objection['parameters']) => string) | undefined;
  return found?.(objection.parameters) ?? null;
}

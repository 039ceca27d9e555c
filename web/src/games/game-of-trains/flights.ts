// How the cards travel: the events of a move, in order, as the paths of the cards on the table.
import type { Journey, Plan } from '../../lib/motion';
import { abilityOf } from './cards';
import { LOCK_POSITIONS, type Event, type View } from './types';

/** The name of a hidden card in somebody's hand. */
export const backOf = (seat: number, index: number): string => `?${seat}-${index}`;

/** The zone of the table where a place of an event is. */
export function zoneOf(place: Event['source'], event: Event, view: View): string {
  const seat = event.seat ?? 0;
  switch (place) {
    case 'row':
      return `slot-${abilityOf(event.card ?? 0, view)}`;
    case 'drawn':
      return `drawn-${seat}`;
    case 'lock-left':
    case 'lock-middle':
    case 'lock-right':
      return `wagon-${seat}-${LOCK_POSITIONS[lockOf(place)]}`;
    case undefined:
    case 'deck':
    case 'discard':
    case '':
      return place ?? '';
    default:
      return `wagon-${seat}-${place.slice('wagon-'.length)}`;
  }
}

/** Where something happened, for marks on the board. */
export function touched(event: Event): string[] {
  switch (event.do) {
    case 'drew':
      return [`[data-zone='drawn-${event.seat}']:has([data-card])`];
    case 'placed':
    case 'moved':
    case 'redrew':
    case 'laid':
    case 'removed':
    case 'spared':
      return [`.card[data-card='${event.card}']`, `.ability[data-card='${event.card}']`];
    case 'protected':
      return [`[data-zone='wagon-${event.seat}-${LOCK_POSITIONS[lockOf(event.target)]}']`];
    default:
      return [];
  }
}

const lockOf = (place: Event['target']) => (place ?? '').slice('lock-'.length) as keyof typeof LOCK_POSITIONS;

/** The step of each event: events of one kind in a row happen together, and a lock goes with its wagon. */
export function stepsOf(events: Event[]): number[] {
  let step = -1;
  let kind = '';
  return events.map((event) => {
    if (event.do !== kind && event.do !== 'unlocked') {
      step += 1;
      kind = event.do;
    }
    return Math.max(step, 0);
  });
}

/** The way of every card that came, went or moved, for `Flights`. */
export function routes(events: Event[], view: View): (journey: Journey) => Plan | null {
  const steps = stepsOf(events);
  const travelling = events.map((event, i) => ({ event, step: steps[i] ?? 0 })).filter(({ event }) => event.target);
  return ({ card, from, to }) => {
    if (card.startsWith('?')) return hiddenRoute(card, to, travelling);
    const own = travelling.filter(({ event }) => String(event.card) === card);
    const [first] = own;
    if (!first) return { step: 0 };
    const stops = own.map(({ event }) => zoneOf(event.target, event, view));
    if (to !== null) stops.pop(); // it lies there now
    if (from === null) stops.unshift(zoneOf(first.event.source, first.event, view));
    return { step: first.step, via: stops };
  };
}

/** A card that the viewer may not know comes from the deck, and goes face down or face up. */
function hiddenRoute(card: string, to: string | null, travelling: { event: Event; step: number }[]): Plan | null {
  const [seat = 0, index = 0] = card.slice(1).split('-').map(Number);
  const own = travelling.filter(({ event }) => event.seat === seat);
  const drew = own.find(({ event }) => event.do === 'drew');
  if (to !== null) return { step: drew?.step ?? 0, via: ['deck'] };
  const discarded = own.filter(({ event }) => event.do === 'discarded')[index];
  return discarded ? { step: discarded.step, via: ['discard'] } : null;
}

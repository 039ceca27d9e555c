// How dominoes travel: in the order of the events, from place to place.
import type { Journey, Plan } from '../../lib/motion';
import type { Event } from './types';

/** The events in which dominoes travel. Those that are dealt travel together. */
const TRAVEL = new Set<Event['do']>(['laid', 'drew', 'kept', 'dealt', 'started', 'gathered']);

interface Leg {
  step: number;
  event: Event;
}

function legsOf(events: Event[]): Leg[] {
  const legs: Leg[] = [];
  for (const event of events) {
    if (!TRAVEL.has(event.do)) continue;
    const before = legs.at(-1);
    const together = before && event.do === 'dealt' && before.event.do === 'dealt';
    legs.push({ step: before ? before.step + (together ? 0 : 1) : 0, event });
  }
  return legs;
}

/** The card that shows that a seat drew something unknown, and the place where it is shown. */
export const drawnBy = (seat: number): string => `drawn-by-${seat}`;

/** Says of each journey when it happens and which places it passes. */
export function routes(events: Event[]): (journey: Journey) => Plan | null {
  const legs = legsOf(events);
  const gathered = legs.find(({ event }) => event.do === 'gathered');

  function told(own: Leg[], from: string | null, to: string | null): Plan {
    const stops = [own[0]?.event.source ?? '', ...own.map(({ event }) => event.target ?? '')];
    const via = stops.filter((stop, i) => !(i === 0 && stop === from) && !(i === stops.length - 1 && to !== null));
    return { step: own[0]?.step ?? 0, via: to === null && gathered ? [...via, 'boneyard'] : via };
  }

  function vanished(from: string): Plan | null {
    if (gathered) return { step: gathered.step, via: ['boneyard'] };
    if (!from.startsWith('train-')) return null;
    // It made room for a longer train.
    const laid = legs.find(({ event }) => event.target === from);
    return { step: laid?.step ?? 0, via: [from.replace('train', 'fold')] };
  }

  return ({ card, from, to }) => {
    const unseen = legs.find(({ event }) => event.do === 'drew' && !event.card && to === drawnBy(event.seat ?? 0));
    if (unseen) return { step: unseen.step, via: ['boneyard'] };
    const own = legs.filter(({ event }) => event.card === card);
    if (own.length) return told(own, from, to);
    if (to === null) return from === null ? null : vanished(from);
    return from === null ? null : { step: 0 };
  };
}

// Events tell in which order the cards travel, and by which places.
import type { Journey, Plan } from '../../lib/motion';
import type { Moved } from './cards';
import type { Event } from './types';

const stackOf = (place = '', kind = '') => `[data-place='${place}'] [data-kind='${kind}']`;

/** Where something happened, for marks on the board. */
export function touched({ do: kind, seat, other, card, objective, source, target }: Event): string[] {
  switch (kind) {
    case 'took':
    case 'traded':
      return [stackOf(target, card ?? '')];
    case 'robbed':
      return [stackOf(`depot-${seat}`, 'ticket'), stackOf(`depot-${other}`, 'ticket')];
    case 'paid':
      return [stackOf(source, 'ticket')];
    case 'validated':
      return [`[data-card='objective.${objective}']`];
    case 'granted':
      return [`[data-place='${target}']`];
    case 'drew':
      return [`[data-at='${target}']`];
    case 'revealed':
      return [`[data-zone='${target}']`];
    default:
      return [];
  }
}

/** What happens one after the other; events of a kind that follow each other happen at once. */
export function trips(moved: Moved[]): Map<string, Required<Plan>> {
  const found = new Map<string, Required<Plan>>();
  let step = -1;
  let before: Event['do'] | null = null;
  for (const { card, event } of moved) {
    if (event.do !== before) step += 1;
    before = event.do;
    const { source = '', target = '' } = event;
    const trip = found.get(card);
    // A card may travel twice in a move: then it passes the places between.
    found.set(card, trip ? { step: trip.step, via: [...trip.via, target] } : { step, via: [source, target] });
  }
  return found;
}

/** How a card flies that has come, gone or moved. What nothing happened to only makes room. */
export function route(found: Map<string, Required<Plan>>, { card, from, to }: Journey): Plan {
  const trip = found.get(card);
  if (!trip) return { step: 0 };
  const { step, via } = trip;
  if (from === null) return { step, via: via.slice(0, -1) };
  return { step, via: to === null ? via.slice(1) : via.slice(1, -1) };
}

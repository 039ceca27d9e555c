// The end of a round, as its events tell it.
import type { Event, View } from './types';

export interface RoundOver {
  round: number;
  /** The pips that each seat still held. */
  gained: number[];
  totals: number[];
  /** The seat that laid its last domino; 0 when the round was blocked. */
  winner: number;
}

/** What the last round brought, if another has begun; null if none has. */
export function roundOver(events: Event[], view: View): RoundOver | null {
  const next = events.find((event) => event.do === 'round');
  if (!next?.amount) return null;
  const gained = view.scores.map((_, i) =>
    events.reduce((sum, event) => sum + (event.do === 'scored' && event.seat === i + 1 ? (event.amount ?? 0) : 0), 0),
  );
  const winner = events.find((event) => event.do === 'won')?.seat ?? 0;
  return { round: next.amount - 1, gained, totals: view.scores, winner };
}

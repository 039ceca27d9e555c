// The end of a round: the table as it was left, with open hands, before the next deal.
import { laneAt, named, pair, type Lane } from './dominoes';
import type { Event, View } from './types';

export interface RoundOver {
  round: number;
  /** What each seat scored for the pips it still held and for an open train, and the dominoes. */
  gained: number[];
  hands: string[][];
  totals: number[];
  /** The seat that laid its last domino; 0 when the round was blocked. */
  winner: number;
}

export interface Scene {
  view: View;
  events: Event[];
  pause: number;
}

const isScore = (event: Event) => event.do === 'scored' || event.do === 'charged';

const AFTERWARDS: Event['do'][] = ['gathered', 'over'];

/** A round that ends is looked at, until the player goes on. */
export function scenes(before: View, after: View, events: Event[]): Scene[] {
  if (!events.some((event) => event.do === 'scored')) return [];
  const end = events.findIndex((event) => AFTERWARDS.includes(event.do));
  const told = events.slice(0, end < 0 ? events.length : end);
  return [{ view: { ...follow(before, told), turn: after.turn }, events: told, pause: Infinity }];
}

/** What a round brought, if it ended with these events. */
export function roundOver(events: Event[], view: View): RoundOver | null {
  const scored = events.filter(isScore);
  if (!scored.length) return null;
  const shown = (seat: number) => events.filter((event) => event.do === 'shown' && event.seat === seat);
  return {
    round: view.round,
    gained: view.scores.map((_, i) =>
      scored.reduce((sum, { seat, amount = 0 }) => sum + (seat === i + 1 ? amount : 0), 0),
    ),
    hands: view.scores.map((_, i) => shown(i + 1).map((event) => event.card ?? '')),
    totals: view.scores,
    winner: events.find((event) => event.do === 'won')?.seat ?? 0,
  };
}

/** The view after what happened until the end of a round: nobody is sent it. */
function follow(before: View, events: Event[]): View {
  const view = structuredClone(before);
  for (const event of events) {
    const seat = (event.seat ?? 1) - 1;
    if (event.do === 'laid') lay(view, seat, event);
    else if (event.do === 'unmarked' || event.do === 'marked') view.markers[seat] = event.do === 'marked';
    else if (event.do === 'confirmed' || event.do === 'released') settle(view, event);
    else if (event.do === 'shown') show(view, seat, event.card ?? '');
    else if (isScore(event)) view.scores[seat] = (view.scores[seat] ?? 0) + (event.amount ?? 0);
  }
  return view;
}

function settle(view: View, { target }: Event): void {
  const lane = laneAt(view, target ?? '');
  view.doubles = view.doubles.filter(({ train }) => train !== lane);
  view.double = view.unconfirmed = null;
}

function lay(view: View, seat: number, { card, source, target }: Event): void {
  const lane: Lane = laneAt(view, target ?? '') ?? 'm';
  const [a, b] = pair(card ?? '');
  const end = lane === 'm' ? view.mexican_end : (view.ends[lane - 1] ?? 0);
  const next = a === end ? b : a;
  if (lane === 'm') {
    view.mexican = [...(view.mexican ?? []), `${end}-${next}`];
    view.mexican_end = next;
  } else {
    view.trains[lane - 1]?.push(`${end}-${next}`);
    view.ends[lane - 1] = next;
  }
  if (source === 'drawn') {
    view.drawn = null;
    return;
  }
  const hand = view.hands[seat];
  view.hands[seat] = Array.isArray(hand) ? hand.filter((one) => one !== named([a, b])) : (hand ?? 1) - 1 || [];
  view.sizes[seat] = Math.max(0, (view.sizes[seat] ?? 1) - 1);
}

function show(view: View, seat: number, card: string): void {
  const hand = view.hands[seat];
  if (!Array.isArray(hand)) view.hands[seat] = [card];
  else if (!hand.includes(card)) hand.push(card);
}

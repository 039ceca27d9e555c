// Cards are sent by their kinds. For the eye each of them is one thing that travels, so they get
// names here, and events say where each of them goes.
import type { Colour, Line } from './names';
import { LINES, type Event, type View } from './types';

export interface Moved {
  /** The name of the card. */
  card: string;
  event: Event;
}

export interface Cards {
  lines: Record<Line, (string | null)[]>;
  /** For each seat and kind of card (also `ticket`), the cards there. */
  depots: Record<string, string[]>[];
  bank: Record<Colour, string[]>;
  /** For each seat. */
  tokens: Record<Colour, string[]>[];
  /** What has travelled, in order. */
  moved: Moved[];
}

export const kindOf = (card: string): string => card.split('.')[0] ?? '';
export const objectiveCard = (number: number): string => `objective.${number}`;
export const contractCard = (name: string): string => `contract.${name}`;

const SPOT = /^[a-z]\d$/;
/** A place of the market has one card; elsewhere cards lie in a stack for each kind. */
const stackAt = (place: string, kind: string): string => (SPOT.test(place) ? place : `${place} ${kind}`);

export class CardNames {
  #stacks = new Map<string, string[]>();
  #count = 0;
  #view: View | null = null;
  #cards: Cards | null = null;

  /** The cards of a view, after what has happened since the view before it. */
  follow(view: View, events: Event[]): Cards {
    if (this.#cards && view === this.#view) return this.#cards;
    const moved = this.#view ? events.flatMap((event) => this.#move(event)) : [];
    this.#view = view;
    this.#cards = this.#lay(view, moved);
    return this.#cards;
  }

  #move(event: Event): Moved[] {
    const { source, target, card, objective, amount = 0 } = event;
    if (objective) return [{ card: objectiveCard(objective), event }];
    if (!source || !card) return [];
    if (source.startsWith('offer-')) return [{ card: contractCard(card), event }];
    return Array.from({ length: amount || 1 }, () => {
      const name = this.#stacks.get(stackAt(source, card))?.pop() ?? this.#fresh(card);
      if (target) this.#stack(stackAt(target, card)).push(name);
      return { card: name, event };
    });
  }

  #fresh(kind: string): string {
    this.#count += 1;
    return `${kind}.${this.#count}`;
  }

  #stack(key: string): string[] {
    const found = this.#stacks.get(key) ?? [];
    this.#stacks.set(key, found);
    return found;
  }

  /** Exactly as many cards as the view shows: there may have been no events, as after a take-back. */
  #lay(view: View, moved: Moved[]): Cards {
    const stacks = new Map<string, string[]>();
    const cards = (place: string, kind: string, count: number): string[] => {
      const key = stackAt(place, kind);
      const kept = (this.#stacks.get(key) ?? []).filter((name) => kindOf(name) === kind).slice(0, count);
      while (kept.length < count) kept.push(this.#fresh(kind));
      stacks.set(key, kept);
      return [...kept];
    };
    const stacked = <Kind extends string>(place: string, counts: Record<Kind, number>): Record<Kind, string[]> => {
      const found = Object.entries(counts) as [Kind, number][];
      return Object.fromEntries(found.map(([kind, n]) => [kind, cards(place, kind, n)])) as Record<Kind, string[]>;
    };
    const line = (name: Line) =>
      view.lines[name].map((kind, i) => (kind ? (cards(`${name}${i + 1}`, kind, 1)[0] ?? null) : null));
    const laid: Cards = {
      lines: Object.fromEntries(LINES.map((name) => [name, line(name)])) as Cards['lines'],
      depots: view.wagons.map((wagons, i) => stacked(`depot-${i + 1}`, { ...wagons, ticket: view.tickets[i] ?? 0 })),
      bank: stacked('bank', view.bank),
      tokens: view.tokens.map((tokens, i) => stacked(`honours-${i + 1}`, tokens)),
      moved,
    };
    this.#stacks = stacks;
    return laid;
  }
}

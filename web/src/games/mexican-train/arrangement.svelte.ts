// The hand in the order that its owner likes, and which of its dominoes are new. It is kept as long as
// the browser's tab, so that it outlives a reload.
import { asTrain, byNumber, kept } from './sorting';
import type { Event } from './types';

interface Kept {
  order: string[];
  /** Shown with the larger number on the left. */
  turned: string[];
  /** Just drawn. */
  fresh: string[];
}

/** What is needed of the browser's storage. */
export type Memory = Pick<Storage, 'getItem' | 'setItem'>;

export class Arrangement {
  #kept: Kept = $state.raw({ order: [], turned: [], fresh: [] });

  constructor(
    readonly key: string,
    readonly memory: Memory | null,
  ) {
    try {
      this.#kept = { ...this.#kept, ...(JSON.parse(memory?.getItem(key) ?? '{}') as Partial<Kept>) };
    } catch {
      // What cannot be read is as good as nothing.
    }
  }

  get turned(): string[] {
    return this.#kept.turned;
  }

  get fresh(): string[] {
    return this.#kept.fresh;
  }

  /** A hand in its order: what is new comes last. */
  arrange(hand: string[]): string[] {
    return kept(this.#kept.order, hand);
  }

  sortAsTrain(hand: string[], end: number): void {
    this.#keep(asTrain(hand, [end]));
  }

  sortByNumber(hand: string[]): void {
    this.#keep({ order: byNumber(hand), turned: [] });
  }

  /** Move a domino so many places to the right. */
  shift(hand: string[], domino: string, by: number): void {
    const rest = hand.filter((one) => one !== domino);
    this.#insert(rest, domino, Math.max(0, Math.min(rest.length, hand.indexOf(domino) + by)));
  }

  /** Move a domino to the place of another, or with null to the end. */
  put(hand: string[], domino: string, at: string | null): void {
    if (at === domino) return;
    const rest = hand.filter((one) => one !== domino);
    this.#insert(rest, domino, at === null ? rest.length : hand.indexOf(at));
  }

  /** A domino that a seat draws is new until the seat lays one, or all are gathered. */
  hear(events: Event[], seat: number): void {
    // A new hand has no order yet.
    if (events.some((event) => event.do === 'gathered')) this.#keep({ order: [], turned: [] });
    let { fresh } = this.#kept;
    for (const event of events) {
      if (event.do === 'gathered' || (event.do === 'laid' && event.seat === seat)) fresh = [];
      else if (event.do === 'drew' && event.seat === seat && event.card) fresh = [event.card];
    }
    if (fresh !== this.#kept.fresh) this.#keep({ fresh });
  }

  #insert(rest: string[], domino: string, at: number): void {
    this.#keep({ order: [...rest.slice(0, at), domino, ...rest.slice(at)] });
  }

  #keep(changes: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...changes };
    try {
      this.memory?.setItem(this.key, JSON.stringify(this.#kept));
    } catch {
      // Then it lasts as long as the page.
    }
  }
}

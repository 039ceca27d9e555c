// The cards are sent by their kinds only. For the eye each of them is one thing that travels, so
// they get names of their own here, and keep them from one position to the next.
import type { Made } from '../../lib/view';
import { COLOURS, LINES, size, type ExpressPosition, type Line } from './position';

export interface Tracked {
  lines: Record<Line, (string | null)[]>;
  /** For each seat and kind of card (also `ticket`), the cards there. */
  depots: Record<string, string[]>[];
  bank: Record<string, string[]>;
  tokens: Record<string, string[]>[];
  /** The card that was just taken from a line. */
  taken: string | null;
  event: 'fire' | 'derailment' | null;
}

export const kindOf = (card: string): string => card.split('.')[0] ?? '';

export class Tracks {
  #count = 0;
  #position: ExpressPosition | null = null;
  #tracked: Tracked | null = null;

  follow(position: ExpressPosition, last: Made | null): Tracked {
    if (this.#tracked && position === this.#position) return this.#tracked;
    const was = this.#tracked;
    const before = this.#position;
    const loose = new Loose(() => (this.#count += 1));
    const place = /^take ([abc])([123])$/.exec(last?.[2] ?? '');
    const event = before ? eventBetween(before, position) : null;
    let taken: string | null = null;

    const lines = {} as Tracked['lines'];
    for (const line of LINES) {
      const old = was?.lines[line] ?? [null, null, null];
      const column = place?.[1] === line ? Number(place[2]) - 1 : -1;
      const kept = event === 'fire' ? [] : slide(old, position.lines[line], column, drop(before, position, line));
      lines[line] = position.lines[line].map((kind, i) => (kind ? (kept[i] ?? loose.fresh(kind)) : null));
      const gone = old.filter((card) => card !== null && !lines[line].includes(card)) as string[];
      const first = column >= 0 ? old[column] : null;
      if (first && gone.includes(first)) taken = first;
      if (event !== 'fire') loose.add(gone);
      else if (taken) loose.add([taken]);
    }

    const seats = position.wagons.map((wagons, i): Record<string, number> => ({
      ...wagons,
      ticket: position.tickets[i] ?? 0,
    }));
    const depots = share(loose, was?.depots ?? [], seats);
    const all = share(loose, was ? [...was.tokens, was.bank] : [], [...position.tokens, position.bank], COLOURS);
    this.#position = position;
    this.#tracked = { lines, depots, tokens: all.slice(0, -1), bank: all.at(-1) ?? {}, taken, event };
    return this.#tracked;
  }
}

/** Cards that have left a place and may turn up at another. */
class Loose {
  #cards: string[] = [];
  constructor(readonly next: () => number) {}

  add(cards: string[]): void {
    this.#cards.push(...cards);
  }
  take(kind: string): string {
    const at = this.#cards.findIndex((card) => kindOf(card) === kind);
    return at < 0 ? this.fresh(kind) : (this.#cards.splice(at, 1)[0] as string);
  }
  fresh(kind: string): string {
    return `${kind}.${this.next()}`;
  }
}

function share(
  loose: Loose,
  was: Record<string, string[]>[],
  now: Record<string, number>[],
  kinds?: readonly string[],
): Record<string, string[]>[] {
  const kept = now.map((counts, i) => {
    const found: Record<string, string[]> = {};
    for (const kind of kinds ?? Object.keys(counts)) {
      const old = was[i]?.[kind] ?? [];
      found[kind] = old.slice(0, counts[kind]);
      loose.add(old.slice(counts[kind]));
    }
    return found;
  });
  now.forEach((counts, i) => {
    for (const [kind, cards] of Object.entries(kept[i] ?? {})) {
      while (cards.length < (counts[kind] ?? 0)) cards.push(loose.take(kind));
    }
  });
  return kept;
}

const drop = (before: ExpressPosition | null, now: ExpressPosition, line: Line) =>
  before ? size(before.piles[line]) - size(now.piles[line]) : 0;

/** Which of the old cards of a line lie where now; the cards slide toward the first column. */
function slide(old: (string | null)[], now: (string | null)[], taken: number, fresh: number): (string | null)[] {
  const same = now.map((kind, i) => (kind && old[i] && kindOf(old[i]) === kind ? old[i] : null));
  const gap = now.findIndex((kind) => kind === null);
  const waits = gap >= 0 && now.slice(gap).some((kind) => kind !== null);
  if (waits || (taken < 0 && fresh === 0)) return same;
  const left = old.filter((card, i): card is string => card !== null && i !== taken);
  const there = now.filter((kind) => kind !== null).length;
  for (let stay = Math.min(left.length, there); stay > 0; stay -= 1) {
    if (left.slice(0, stay).every((card, i) => kindOf(card) === now[i])) return left.slice(0, stay);
  }
  return [];
}

/** An event leaves no card behind; what it did shows that it happened. */
function eventBetween(before: ExpressPosition, now: ExpressPosition): Tracked['event'] {
  const drops = LINES.map((line) => drop(before, now, line));
  if (drops.some((n) => n < 0)) return null;
  const emptied = LINES.every((line, i) => (drops[i] ?? 0) >= Math.min(3, size(before.piles[line])));
  const swept = LINES.every((line) => size(before.piles[line]) > 0 || now.lines[line].every((card) => card === null));
  if (emptied && swept && drops.some((n) => n > 2)) return 'fire';
  const others = now.objectives.every((number) => !before.objectives.includes(number));
  return others && drops.some((n) => n > 0) && now.objectives.length === 3 ? 'derailment' : null;
}

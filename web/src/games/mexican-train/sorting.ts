// Sorting a hand for the eye: into the longest train that its dominoes make. This looks at numbers
// only; what may be laid is for the server to say.
import { named, pair, type Pair } from './dominoes';

const PATIENCE = 60_000; // steps of the search; then the best so far is good enough

/** The longest row of dominoes that match end to end, as they lie, beginning with a number. */
function longestFrom(start: number, hand: Pair[]): Pair[] {
  const used = hand.map(() => false);
  const at = new Map<number, number[]>();
  hand.forEach(([a, b], i) => {
    for (const end of new Set([a, b])) at.set(end, [...(at.get(end) ?? []), i]);
  });
  const road: Pair[] = [];
  let best: Pair[] = [];
  let pips = -1;
  let steps = 0;
  const weigh = (found: Pair[]) => found.reduce((sum, [a, b]) => sum + a + b, 0);
  const walk = (end: number): void => {
    steps += 1;
    if (road.length >= best.length) {
      const weight = weigh(road);
      if (road.length > best.length || weight > pips) [best, pips] = [[...road], weight];
    }
    if (steps > PATIENCE || best.length === hand.length) return;
    // A double first: it never costs a place. Then those with the most ways on.
    const ways = (at.get(end) ?? []).filter((i) => !used[i]);
    const double = ways.find((i) => hand[i]?.[0] === hand[i]?.[1]);
    for (const i of double === undefined ? ways : [double]) {
      const [a, b] = hand[i] as Pair;
      const next = a === end ? b : a;
      used[i] = true;
      road.push([end, next]);
      walk(next);
      road.pop();
      used[i] = false;
    }
  };
  walk(start);
  return best;
}

export interface Sorted {
  /** The dominoes in their order. */
  order: string[];
  /** Those that are shown with the larger number on the left. */
  turned: string[];
}

/** The longest train from the first of the given numbers that begins one, then what is left. */
export function asTrain(hand: string[], ends: number[]): Sorted {
  const pairs = hand.map(pair);
  let road: Pair[] = [];
  for (const end of ends) {
    road = longestFrom(end, pairs);
    if (road.length) break;
  }
  if (!road.length) {
    for (const end of new Set(pairs.flat())) {
      const found = longestFrom(end, pairs);
      if (found.length > road.length) road = found;
    }
  }
  const order = road.map(named);
  const rest = hand.filter((domino) => !order.includes(domino));
  return { order: [...order, ...byNumber(rest)], turned: road.filter(([a, b]) => a > b).map(named) };
}

export function byNumber(hand: string[]): string[] {
  return [...hand].sort((a, b) => pair(a)[0] - pair(b)[0] || pair(a)[1] - pair(b)[1]);
}

/** An order that was chosen, for a hand that has changed since: what is new comes last. */
export function kept(order: string[], hand: string[]): string[] {
  const still = order.filter((domino) => hand.includes(domino));
  return [...still, ...hand.filter((domino) => !still.includes(domino))];
}

/**
 * Search over guessed worlds, as `sidings.bots.search` does it: with the same seed and number of
 * playouts it finds the same, to the bit. It works in pieces.
 */
import type { Work } from './engine';
import type { Machine } from './machine.ts';

export const FORESIGHT = 2; // the depth of the rule of thumb that proposes candidates
const WORTH_RESOLUTION = 2 ** 16;
const CHUNK_SECONDS = 0.01;
const FEWEST_ROUNDS = 4;
const MOST_WORLDS = 1e9;
const WORLDS_PER_DECISION = 2 ** 32;
const CLEAR = 4;

/** How a level plays a game. */
export interface Level {
  depth: number;
  blur: number;
  ms: number;
  playouts: number;
  slips: number;
  candidates: number;
  net: boolean;
  turns: number;
  shortlist: number;
  crowd: number;
  style: number[];
  searches: boolean;
}

export interface Estimate {
  action: number;
  chance: number;
  error: number;
  playouts: number;
}

class Tally {
  count = 0;
  total = 0;
  square = 0;

  get mean(): number {
    return this.total / WORTH_RESOLUTION / Math.max(this.count, 1);
  }

  estimate(action: number): Estimate {
    const meanSquare = this.square / WORTH_RESOLUTION ** 2 / Math.max(this.count, 1);
    const spread = Math.max(meanSquare - this.mean * this.mean, 0);
    const error = this.count > 1 ? Math.sqrt(spread / Math.max(this.count - 1, 1)) : 0.5;
    return { action, chance: this.mean, error, playouts: this.count };
  }
}

export class Search {
  moves = 0; // simulated, ever
  readonly #machine: Machine;
  readonly #level: Level;
  readonly #ms: number;
  readonly #playouts: number;
  readonly #seed: number;
  #decisions = 0;

  constructor(machine: Machine, level: Level, ms: number, playouts: number, seed: number) {
    if (ms === Infinity && playouts === Infinity) throw new RangeError('a search needs an end');
    this.#machine = machine;
    this.#level = level;
    this.#ms = ms;
    this.#playouts = playouts;
    this.#seed = seed;
  }

  /** The actions in the order in which they are candidates. */
  ranked(hidden: Uint8Array<ArrayBuffer>, legal: number[]): number[] {
    this.#machine.put(hidden, this.#machine.hidden);
    return this.#level.net ? proposedByNetwork(this.#machine, legal) : proposed(this.#machine, legal);
  }

  /** Estimates of all actions in the hidden state, best first. */
  *estimate(
    hidden: Uint8Array<ArrayBuffer>,
    legal: number[],
    candidates: number,
    untilClear: boolean,
  ): Work<Estimate[]> {
    const machine = this.#machine;
    machine.put(hidden, machine.hidden);
    const seat = machine.actor(machine.hidden);
    const actions = this.ranked(hidden, legal).slice(0, candidates || legal.length);
    if (untilClear && actions.length === 1) return [new Tally().estimate(actions[0]!)];
    const found = new Map(actions.map((action) => [action, new Tally()]));
    const mean = (action: number) => found.get(action)!.mean;
    let alive = [...actions];
    let world = this.#decisions * WORLDS_PER_DECISION;
    this.#decisions += 1;
    const rounds = Math.max(FEWEST_ROUNDS, 32 - Math.clz32(actions.length - 1));
    const start = performance.now();
    for (let number = 1; number <= rounds; number++) {
      const deadline = start + this.#ms * (number / rounds);
      const share = Math.ceil(Math.min(this.#playouts / rounds, MOST_WORLDS) / alive.length);
      const end = world + Math.max(1, share);
      yield* this.#round(hidden, seat, alive, found, deadline, world, end);
      world = end;
      alive.sort((one, other) => mean(other) - mean(one));
      alive = alive.slice(0, Math.max(2, Math.floor((alive.length + 1) / 2)));
      if (untilClear && isBetter(...(alive.slice(0, 2).map((a) => found.get(a)!.estimate(a)) as [Estimate, Estimate])))
        break;
    }
    const finalists = [...alive].sort((one, other) => mean(other) - mean(one));
    const count = (action: number) => found.get(action)!.count;
    const order = [...actions].sort((one, other) => count(other) - count(one) || mean(other) - mean(one));
    const all = [...finalists, ...order.filter((action) => !finalists.includes(action))];
    return all.map((action) => found.get(action)!.estimate(action));
  }

  /** One round's share of the worlds, for the actions that are still alive. */
  *#round(
    hidden: Uint8Array<ArrayBuffer>,
    seat: number,
    alive: number[],
    found: Map<number, Tally>,
    deadline: number,
    first: number,
    end: number,
  ): Work<void> {
    let [next, chunk, done] = [first, 1, 0];
    while (next < end) {
      const began = performance.now();
      if (done && began >= deadline) break;
      chunk = Math.min(chunk, end - next);
      this.#compare(hidden, seat, alive, found, next, next + chunk);
      done += chunk;
      next += chunk;
      const now = performance.now();
      const [spent, left] = [(now - began) / 1000, Math.max(deadline - now, 0) / 1000];
      const fitting = (chunk * Math.min(CHUNK_SECONDS, left)) / Math.max(spent, 1e-6);
      chunk = Math.max(1, Math.min(2 * chunk, Math.floor(fitting)));
      yield;
    }
  }

  #compare(
    hidden: Uint8Array<ArrayBuffer>,
    seat: number,
    alive: number[],
    found: Map<number, Tally>,
    first: number,
    end: number,
  ): void {
    const machine = this.#machine;
    const { kernels, work, candidates, totals, squares, actions, terms, chance } = machine;
    const n = alive.length;
    machine.put(hidden, machine.hidden); // another search may have been here meanwhile
    machine.setActions(alive, candidates);
    machine.longs(totals, n).fill(0n);
    machine.longs(squares, n).fill(0n);
    const task = [work, machine.hidden, seat, candidates, n, this.#seed, first, end];
    const level = this.#level;
    if (level.net) {
      const by = [level.turns, level.shortlist, level.crowd, level.depth];
      this.moves += kernels.compare_ahead!(...task, ...by, totals, squares, actions, terms, chance);
    } else this.moves += kernels.compare!(...task, level.depth, level.slips, totals, squares, actions, terms, chance);
    const [sums, squared] = [machine.longs(totals, n), machine.longs(squares, n)];
    alive.forEach((action, k) => {
      const tally = found.get(action)!;
      tally.count += end - first;
      tally.total += Number(sums[k]);
      tally.square += Number(squared[k]);
    });
  }
}

function isBetter(best: Estimate, second: Estimate): boolean {
  const error = Math.sqrt(best.error * best.error + second.error * second.error);
  return best.chance - second.chance > CLEAR * error;
}

/** The actions in the order that the rule of thumb gives them; terms are added in NumPy's order. */
function proposed(machine: Machine, actions: number[]): number[] {
  const ratings = new Map(
    machine.rate(actions, FORESIGHT).map((t, k) => {
      const sum = t[0]! + t[1]! + (t[2]! + t[3]!) + (t[4]! + t[5]! + (t[6]! + t[7]!));
      return [actions[k]!, sum];
    }),
  );
  return [...actions].sort((one, other) => ratings.get(other)! - ratings.get(one)!);
}

function proposedByNetwork(machine: Machine, actions: number[]): number[] {
  const judged = machine.judge(actions);
  const values = new Map(actions.map((action, k) => [action, judged[k]!]));
  return [...actions].sort((one, other) => values.get(other)! - values.get(one)!);
}

/**
 * Search over guessed worlds, as `sidings.bots.search` does it: with the same seed and number of
 * playouts it finds the same, to the bit. It works in pieces.
 */
import type { Work } from './engine';
import { SUMS, type Machine } from './machine.ts';

export const FORESIGHT = 2; // the depth of the rule of thumb that proposes candidates
const WORTH_RESOLUTION = 2 ** 16;
const CHUNK_SECONDS = 0.01;
const FEWEST_ROUNDS = 4;
const MOST_PLAYOUTS = 1e9;
const WORLDS_PER_DECISION = 2 ** 32;
const FEWEST_WORLDS = 64;
const LOOK_AGAIN = 4;
const TOLERANCE = 2e-5;

/** How a level plays a game. */
export interface Level {
  depth: number;
  blur: number;
  looks: number;
  ms: number;
  playouts: number;
  slips: number;
  candidates: number;
  net: boolean;
  turns: number;
  shortlist: number;
  crowd: number;
  crowd_turns: number;
  style: number[];
  searches: boolean;
}

export interface Estimate {
  action: number;
  chance: number;
  error: number;
  playouts: number;
}

/** How many numbers there were, and their sums in steps of `WORTH_RESOLUTION`. */
class Sums {
  count = 0;
  total = 0;
  square = 0;

  add(count: number, total: number, square: number): void {
    this.count += count;
    this.total += total;
    this.square += square;
  }

  get mean(): number {
    return this.total / WORTH_RESOLUTION / Math.max(this.count, 1);
  }

  get error(): number {
    const meanSquare = this.square / WORTH_RESOLUTION ** 2 / Math.max(this.count, 1);
    const spread = Math.max(meanSquare - this.mean * this.mean, 0);
    return this.count > 1 ? Math.sqrt(spread / Math.max(this.count - 1, 1)) : 0.5;
  }
}

/** What an action was worth, and how much more that was than what the leading one was worth. */
class Tally {
  readonly worth = new Sums();
  #gap = new Sums();
  #leader = -1;

  /** The gap to the leading action, in the worlds since it has been leading. */
  gapTo(leader: number): Sums {
    if (leader !== this.#leader) [this.#leader, this.#gap] = [leader, new Sums()];
    return this.#gap;
  }

  estimate(action: number): Estimate {
    const { mean, error, count } = this.worth;
    return { action, chance: mean, error, playouts: count };
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

  /** Estimates of all actions in the hidden state, best first; `untilClear` as in Python. */
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
    const mean = (action: number) => found.get(action)!.worth.mean;
    const count = (action: number) => found.get(action)!.worth.count;
    let alive = [...actions];
    let world = this.#decisions * WORLDS_PER_DECISION;
    this.#decisions += 1;
    const rounds = Math.max(FEWEST_ROUNDS, 32 - Math.clz32(actions.length - 1));
    const start = performance.now();
    for (let number = 1; number <= rounds; number++) {
      const deadline = start + this.#ms * (number / rounds);
      let left = Math.min(Math.max(this.#playouts / rounds, 1), MOST_PLAYOUTS);
      while (left > 0) {
        let worlds = Math.ceil(left / alive.length);
        if (untilClear) worlds = Math.min(worlds, Math.max(FEWEST_WORLDS, Math.floor(count(alive[0]!) / LOOK_AGAIN)));
        yield* this.#compare(hidden, seat, alive, found, deadline, world, world + worlds);
        world += worlds;
        left -= worlds * alive.length;
        alive.sort((one, other) => mean(other) - mean(one));
        const leader = alive[0]!;
        if (untilClear) alive = alive.filter((a) => a === leader || this.#mayBeBetter(found.get(a)!, leader));
        if (alive.length === 1 || performance.now() >= deadline) break;
      }
      alive = alive.slice(0, Math.max(2, Math.floor((alive.length + 1) / 2)));
      if (untilClear && alive.length === 1) break;
    }
    const order = [...actions].sort((one, other) => count(other) - count(one) || mean(other) - mean(one));
    const all = [...alive, ...order.filter((action) => !alive.includes(action))];
    return all.map((action) => found.get(action)!.estimate(action));
  }

  #mayBeBetter(tally: Tally, leader: number): boolean {
    const gap = tally.gapTo(leader);
    if (gap.count < FEWEST_WORLDS || gap.mean > 0) return true;
    return this.#machine.kernels.loss_of_dropping!(gap.mean, gap.error) > TOLERANCE;
  }

  /** Plays the actions out in some worlds, until the deadline; the first action is the one that leads. */
  *#compare(
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
      this.#compareChunk(hidden, seat, alive, found, next, next + chunk);
      done += chunk;
      next += chunk;
      const now = performance.now();
      const [spent, left] = [(now - began) / 1000, Math.max(deadline - now, 0) / 1000];
      const fitting = (chunk * Math.min(CHUNK_SECONDS, left)) / Math.max(spent, 1e-6);
      chunk = Math.max(1, Math.min(2 * chunk, Math.floor(fitting)));
      yield;
    }
  }

  #compareChunk(
    hidden: Uint8Array<ArrayBuffer>,
    seat: number,
    alive: number[],
    found: Map<number, Tally>,
    first: number,
    end: number,
  ): void {
    const machine = this.#machine;
    const { kernels, work, candidates, sums, actions, terms, chance } = machine;
    const n = alive.length;
    machine.put(hidden, machine.hidden); // another search may have been here meanwhile
    machine.setActions(alive, candidates);
    machine.longs(sums, SUMS * n).fill(0n);
    const task = [work, machine.hidden, seat, candidates, n, this.#seed, first, end];
    const level = this.#level;
    if (level.net) {
      const by = [level.turns, level.shortlist, level.crowd, level.depth, level.crowd_turns];
      this.moves += kernels.compare_ahead!(...task, ...by, sums, actions, terms, chance);
    } else this.moves += kernels.compare!(...task, level.depth, level.slips, sums, actions, terms, chance);
    const rows = Array.from(machine.longs(sums, SUMS * n), Number);
    const leading = rows[0]!;
    alive.forEach((action, k) => {
      const [total, square, gapSquare] = rows.slice(SUMS * k, SUMS * (k + 1)) as [number, number, number];
      const tally = found.get(action)!;
      tally.worth.add(end - first, total, square);
      tally.gapTo(alive[0]!).add(end - first, total - leading, gapSquare);
    });
  }
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

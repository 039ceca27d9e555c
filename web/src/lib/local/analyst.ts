/** Judges the moves of a game, as `sidings.bots.analyst` does it: the same game, playouts and seed find the same. */
import type { Analysis, Decision, Moment } from '../protocol';
import { reasonsOf } from './bots.ts';
import type { Engine, Position, Work } from './engine';
import type { Machine } from './machine.ts';
import type { Script } from './made.ts';
import { Search, type Estimate } from './search.ts';

/** A game that was played, from its deal on. */
export interface Played {
  names: string[];
  dealt: Position;
  moves: readonly string[];
}

/** The formulas, translated from `sidings.bots.analysis`. */
export interface Formulas {
  playoutsEach(playouts: number, decisions: number, pace: number): number;
  weigh(best: Estimate, played: Estimate): [error: number, doubt: number];
  momentOf(
    number: number,
    seat: number,
    move: string,
    decision: Decision | null,
    luck: number[],
    chances: number[],
  ): Moment;
  shareOut(before: number[], found: number[], mover: number): number[];
  sumUp(
    game: string,
    names: string[],
    playouts: number,
    finished: boolean,
    start: number[],
    deal: number[],
    moments: Moment[],
    result: number[],
    ratings: Record<string, number>,
  ): Analysis;
}

export class Analyst {
  readonly moments: Moment[] = [];
  readonly moves: readonly string[];
  readonly #engine: Engine;
  readonly #machine: Machine;
  readonly #script: Script;
  readonly #names: string[];
  readonly #playouts: number;
  readonly #search: Search;
  readonly #candidates: number; // that `master` would look at; 0: every legal move
  readonly #seen: InstanceType<Script['State']>;
  readonly #start: number[];
  readonly #after: number[];
  #position: Position;

  constructor(
    engine: Engine & { machine: Machine },
    script: Script,
    { names, dealt, moves }: Played,
    playouts: number,
    seed: number,
  ) {
    this.#engine = engine;
    this.#machine = engine.machine;
    this.#script = script;
    this.#names = names;
    this.moves = moves;
    const master = script.levels.master!;
    this.#candidates = master.candidates;
    this.#playouts = script.playoutsEach(playouts, this.#decisions(dealt), master.playouts);
    this.#search = new Search(engine.machine, master, Infinity, this.#playouts, seed);
    this.#seen = new script.State(this.#machine.kernels, this.#machine.hidden, this.#machine.scratch);
    this.#position = dealt;
    this.#start = names.map(() => 1 / names.length);
    this.#after = this.#prospects(dealt) ?? this.#start;
  }

  /** Judges all moves that are left. */
  *rest(): Work<Analysis> {
    while (this.moments.length < this.moves.length) yield* this.#judgeNext();
    const outcome = this.#outcome(this.#position);
    const deal = this.#after.map((after, i) => after - this.#start[i]!);
    const { name, ratings } = this.#script;
    return this.#script.sumUp(
      name, this.#names, this.#playouts, outcome !== null, this.#start, deal, this.moments,
      outcome ?? this.#chances, ratings,
    ); // prettier-ignore
  }

  *#judgeNext(): Work<void> {
    const position = this.#position;
    const seat = this.#engine.turn(position);
    const move = this.moves[this.moments.length]!;
    const read = this.#engine.read(position, seat, move);
    if (!read.legal) throw new RangeError(read.reason);
    const legal = this.#engine.legal(position);
    const decision = legal.length > 1 ? yield* this.#decision(position, seat, legal, read.action) : null;
    const luck = this.#machine.luck(position, read.action, this.#names.length) ?? this.#names.map(() => 0);
    const before = this.#chances;
    this.#position = this.#engine.play(position, read.action).position;
    const found = this.#outcome(this.#position) ?? this.#prospects(this.#position) ?? before;
    const chances = this.#script.shareOut(before, found, this.#engine.turn(this.#position));
    this.moments.push(this.#script.momentOf(this.moments.length + 1, seat, read.move, decision, luck, chances));
    yield;
  }

  /** How many moves of the game were not forced. */
  #decisions(dealt: Position): number {
    let [position, found] = [dealt, 0];
    for (const move of this.moves) {
      found += this.#engine.legal(position).length > 1 ? 1 : 0;
      const read = this.#engine.read(position, this.#engine.turn(position), move);
      if (!read.legal) throw new RangeError(read.reason);
      position = this.#engine.play(position, read.action).position;
    }
    return found;
  }

  /** What search finds about an action, from what the player saw. */
  *#decision(position: Position, seat: number, legal: number[], action: number): Work<Decision> {
    const hidden = this.#engine.hide(position, seat);
    const liked = this.#search.ranked(hidden, legal).slice(0, this.#candidates || legal.length);
    const compared = liked.includes(action) ? liked : [...liked, action];
    const [first] = yield* this.#search.estimate(hidden, compared, 0, true);
    const best = first!.action;
    const none = { better: '', why: '', despite: false };
    if (best === action)
      return { chance: first!.chance, error: 0, doubt: 0, ...none, choices: this.#choices(hidden, [best]) };
    const pair = yield* this.#search.estimate(hidden, [best, action], 0, false);
    const of = (wanted: number) => pair.find((one) => one.action === wanted)!;
    const [error, doubt] = this.#script.weigh(of(best), of(action));
    const { chance } = of(best);
    if (error <= 0) return { chance, error, doubt, ...none, choices: this.#choices(hidden, [action]) };
    const choices = this.#choices(hidden, [action, best]); // the hidden state is at hand now
    const { words, favours } = reasonsOf(this.#machine, legal, this.#script.terms).get(best)!;
    const better = this.#engine.write(position, best);
    return { chance, error, doubt, better, why: words, despite: words !== '' && !favours, choices };
  }

  #choices(hidden: Position, actions: number[]): unknown[] {
    this.#machine.put(hidden, this.#machine.hidden);
    return this.#script.choices(this.#seen, actions);
  }

  get #chances(): number[] {
    return this.moments.at(-1)?.chances ?? this.#after;
  }

  #prospects(position: Position): number[] | null {
    return this.#machine.prospects(position, this.#names.length);
  }

  /** Each seat's share of the win; null while the game goes on. */
  #outcome(position: Position): number[] | null {
    const ranking = this.#engine.outcome(position)?.ranking;
    if (!ranking) return null;
    const winners = ranking.filter((place) => place === 1).length;
    return ranking.map((place) => (place === 1 ? 1 / winners : 0));
  }
}

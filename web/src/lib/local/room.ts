// A table in the Worker's memory: what the page has been shown of it, and who moves by themselves.
// Commands are followed one after the other: check, store, acknowledge, apply, tell (`server/commands.py`).
import type { Asked, Done, Told } from '../protocol';
import { apply } from './apply';
import { decide, readMove, type Command, type Decision } from './decide';
import type { Bot, Work } from './engine';
import { movesOf, type Entry } from './entries';
import { seedOfReply } from './fairness';
import type { Draft } from './setup';
import { Refused, type TableState } from './state';
import {
  change,
  differences,
  linksOf,
  ownView,
  presence,
  sharedParts,
  snapshot,
  type OwnView,
  type Shared,
} from './views';

const ADVICE_MS = 1000;
const HINTED = 3; // moves

/** What a room needs of the world around it. */
export interface Around {
  tell(told: Told): void;
  /** Keeps the table with one more entry, and others that came of it. */
  keep(state: TableState, log: readonly Entry[], ...others: Draft[]): Promise<void>;
  now(): number;
  wait(ms: number): Promise<void>;
  /** Lets messages arrive while a bot thinks. */
  breathe(): Promise<void>;
  /** What this person is called. */
  name(): string;
}

type Question = Extract<Asked, { table: string }>;

export class Room {
  /** As which seat the page sees, and which it asked for; null while nobody watches. */
  #watching: { seat: number; chosen: number | null } | null = null;
  #shared: Shared;
  #own: OwnView | null = null;
  #bots = new Map<string, Promise<Bot>>();
  #driving = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly state: TableState,
    readonly log: Entry[],
    readonly around: Around,
  ) {
    this.#shared = sharedParts(state);
  }

  get isWatched(): boolean {
    return this.#watching !== null;
  }

  /** Does something when all that was asked before is done. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** When all that has been asked is done. */
  idle(): Promise<unknown> {
    return this.#last;
  }

  // --- Watching

  watch(ask: Extract<Asked, { do: 'watch' }>): void {
    const { state, around } = this;
    const before = this.#presence();
    const chosen = ask.seat ?? null;
    this.#watching = { seat: state.seatOf(chosen), chosen };
    this.#own = null;
    this.done(ask, { version: state.version, answer: { ...linksOf(state, chosen) } });
    if (ask.version !== state.version) around.tell(this.#snapshot());
    else this.#own = ownView(state, this.#watching.seat);
    if (JSON.stringify(this.#presence()) !== JSON.stringify(before)) around.tell(this.#presence());
    this.attend();
  }

  unwatch(): void {
    this.#watching = null;
    this.#own = null;
  }

  #presence(): Extract<Told, { type: 'presence' }> {
    const { state } = this;
    const screen = this.#watching?.chosen === 0;
    return { type: 'presence', table: state.header.id, seats: presence(state, this.isWatched), screen };
  }

  #snapshot(): Told {
    const seat = this.#watching?.seat ?? 0;
    this.#own ??= ownView(this.state, seat);
    return snapshot(this.state, seat, this.#shared, this.#own, this.isWatched, this.#watching?.chosen === 0);
  }

  done(ask: { id: string; table: string }, more: Partial<Done> = {}): void {
    this.around.tell({ type: 'done', id: ask.id, table: ask.table, ...more });
  }

  // --- Commands

  async follow(command: Command): Promise<void> {
    const chosen = this.#watching?.chosen ?? null;
    const person = { name: this.around.name(), seat: chosen };
    const decision = decide(this.state, command, person, this.around.now());
    await this.commit(decision, command);
    if (['sit', 'leave', 'bot'].includes(decision.entry.do) && this.isWatched) this.around.tell(this.#presence());
  }

  /** Stores an entry, acknowledges it to whoever asked for it, and makes it happen. */
  async commit(
    { entry, action }: Decision,
    ask: Question | null = null,
    answer: Done['answer'] = null,
    ...others: Draft[]
  ): Promise<void> {
    const { state, log } = this;
    const since = state.version;
    const after = state.copy();
    apply(after, entry, action);
    await this.around.keep(after, [...log, entry], ...others);
    log.push(entry);
    if (ask) this.done(ask, { version: since + 1, ...(answer ? { answer } : {}) });
    this.#advance(entry, action);
    this.attend();
  }

  #advance(entry: Entry, action: number | null): void {
    const { state } = this;
    const { version: since, status } = state;
    const [before, old] = [this.#shared, this.#own];
    apply(state, entry, action);
    this.#shared = sharedParts(state);
    this.#own = null;
    const watching = this.#watching;
    if (!watching) return;
    const seat = state.seatOf(watching.chosen);
    const far = entry.do === 'takeback' && state.course !== null;
    if (seat !== watching.seat || state.status !== status || far || !old) {
      watching.seat = seat;
      this.around.tell(this.#snapshot());
      return;
    }
    const own = (this.#own = ownView(state, seat));
    const played = entry.do === 'move' ? state.history.slice(-1) : [];
    const parts = differences(before, this.#shared);
    this.around.tell(change(state, seat, since, parts, [old, own], played, Number(entry.do === 'takeback')));
  }

  // --- Questions

  say(ask: Extract<Asked, { do: 'say' }>): void {
    const seat = this.#seated();
    this.around.tell({ type: 'said', table: ask.table, seat, phrase: ask.phrase });
    this.done(ask);
  }

  why(ask: Extract<Asked, { do: 'why' }>): void {
    this.#seatInTurn();
    const read = readMove(this.state, ask.move);
    this.done(ask, { answer: read.legal ? { legal: true, move: read.move } : { ...read } });
  }

  preview(ask: Extract<Asked, { do: 'preview' }>): void {
    this.#seatInTurn();
    const { state } = this;
    const read = readMove(state, ask.move);
    if (!read.legal) throw new Refused('illegal', read.reason, read.rule, read.nearest);
    const view = state.position && state.engine.foreseen(state.position, read.action);
    this.done(ask, { answer: { move: read.move, view } });
  }

  async advise(ask: Extract<Asked, { do: 'hint' }>): Promise<void> {
    this.#seatInTurn();
    const { state } = this;
    if (!state.header.rules.hints) throw new Refused('not-allowed', 'this table plays without hints');
    const version = state.positionVersion;
    if (!state.position) return;
    const stale = () => state.positionVersion !== version;
    const judged = await this.#think(await state.engine.advise(state.position, { ms: ADVICE_MS }), stale);
    if (!judged) throw new Refused('stale', 'the table has moved on');
    const moves = judged.slice(0, HINTED).map(({ playouts: _, ...told }) => told);
    this.done(ask, { answer: { move: moves[0]?.move, moves } });
  }

  #seated(): number {
    if (!this.#watching) throw new Refused('not-watching', 'watch the table first');
    if (!this.#watching.seat) throw new Refused('not-seated', 'you have no seat at this table');
    return this.#watching.seat;
  }

  #seatInTurn(): void {
    const seat = this.#seated();
    if (this.state.status !== 'playing') throw new Refused('not-allowed', 'there is nothing to move');
    if (this.state.turn !== seat) throw new Refused('not-your-turn', `it is seat ${this.state.turn}'s turn`);
  }

  // --- Bots

  /** Sees to it that a bot moves if it is its turn; at a table that nobody watches none does. */
  attend(): void {
    if (this.#driving || !this.#botsTurn()) return;
    this.#driving = true;
    void this.#drive().finally(() => (this.#driving = false));
  }

  #botsTurn(): boolean {
    return this.isWatched && this.state.mover === 'bot';
  }

  async #drive(): Promise<void> {
    const { state, around } = this;
    while (this.#botsTurn() && state.position) {
      const { positionVersion: version, turn: seat, position } = state;
      const began = around.now();
      const stale = () => state.positionVersion !== version || !this.#botsTurn();
      const bot = await this.#bot(state.seat(seat).level);
      const action = await this.#think(bot.choose(position), stale);
      await around.wait(state.header.rules.pace - (around.now() - began));
      if (action === null || stale()) continue;
      await this.inTurn(async () => {
        if (stale()) return;
        const at = Math.max(around.now(), state.since);
        const move = state.engine.write(position, action);
        await this.commit({ entry: { do: 'move', seat, move, by: 'bot', at }, action });
      });
    }
  }

  #bot(level: string): Promise<Bot> {
    const { engine, header } = this.state;
    const known = engine.levels.includes(level) ? level : (engine.levels[0] ?? level);
    // At the deal of a day the same moves meet the same replies (`bots/daily.py`).
    if (header.daily) return engine.bot(known, seedOfReply(this.state.key(), movesOf(this.log).length));
    const bot = this.#bots.get(known) ?? engine.bot(known);
    this.#bots.set(known, bot);
    return bot;
  }

  /** The result of some work, done in pieces; null if it is no longer wanted. */
  async #think<T>(work: Work<T>, stale: () => boolean): Promise<T | null> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return stale() ? null : value;
      await this.around.breathe();
      if (stale()) return null;
    }
  }
}

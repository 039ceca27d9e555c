// A table being watched: the view shown and the commands it takes. Views that arrive while cards are
// still moving, or before there was time to read what happened, wait: one thing is seen after another.
import { tick } from 'svelte';
import type { Objection } from '../games/contract';
import { device } from './device.svelte';
import { motion } from './motion';
import type { Asked, Change, Done, Judged, Phrase, Said, Snapshot, Told } from './protocol';
import { settings } from './settings.svelte';
import { CommandRefused, type Channel, type Without } from './channel';
import { channelOf, isLocal } from './tables';
import { arrived, changed, type TableView, type View } from './view';

const PHRASE_LASTS = 7_000; // ms
const MOST_WAITING = 40; // views; when more are waiting, only the newest is shown

/** Splits a change into scenes that are watched one after the other; the last is the view itself. */
export type Scenes = (before: TableView, after: TableView) => TableView[];

export interface Links {
  /** The seat that this device sees as, 0 for a spectator, and all that it has. */
  seat: number;
  seats: number[];
  host: boolean;
  invitation?: string;
  seat_token?: string;
  free_seats?: Record<string, string>;
}

export interface Reason extends Objection {
  rule: string;
  reason: string;
}

export class Table {
  view: TableView | null = $state.raw(null);
  links: Links | null = $state.raw(null);
  /** Why the table cannot be shown; null if it can. */
  refused: string | null = $state(null);
  said: (Said & { key: number })[] = $state([]);
  /** A command is under way. */
  busy = $state(false);
  /** Every card has arrived where the view shows it. */
  settled = $state(true);
  scenes: Scenes = (_, after) => [after];
  /** As which of several seats this device asked to see; 0 as a big screen. */
  #asked: number | null = null;
  /** Another seat was asked for, and what comes is still for the one before. */
  #turning = false;
  #newest: TableView | null = null;
  /** The rules on this device, by which the server's records are read; null while it sends views. */
  #rules: { game: string; fingerprint: string } | null = null;
  /** The version that they have read; -1 before. */
  #read = -1;
  #asksForRules = true;
  #closed = false;
  #waiting: TableView[] = [];
  #timer = 0;
  #readUntil = 0;
  /** Where the table is: at the server, or on this device. */
  readonly channel: Channel;
  #close: () => void;
  #phrases = 0;

  constructor(
    readonly id: string,
    readonly token: string | null,
    asked: number | null = null,
  ) {
    this.#asked = asked;
    this.channel = channelOf(id);
    this.#close = this.channel.listen(id, {
      resume: () => ({ ...this.#watching(), ...this.#known() }),
      hear: (told) => this.#take(told),
    });
    if (this.channel.state === 'open') void this.#watch();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#closed = true;
    this.#close();
    this.#forget();
  }

  /** Sees as one of this device's seats, or (null) as a spectator between hands. What was seen is gone at once. */
  async look(seat: number | null): Promise<void> {
    this.#asked = seat;
    clearTimeout(this.#timer);
    motion.finish();
    this.#waiting = [];
    this.#readUntil = 0;
    this.#newest = null;
    this.#forget();
    this.view = null;
    this.#turning = true;
    await this.#watch();
  }

  /** Ends a scene that waits for it. */
  goOn(): void {
    motion.finish();
    this.#readUntil = 0;
    this.#show();
  }

  // --- Asking

  async play(move: string): Promise<void> {
    const version = this.view?.version ?? 0;
    await this.#ask({ do: 'play', table: this.id, move, version });
  }

  async takeBack(): Promise<void> {
    await this.#ask({ do: 'takeback', table: this.id, version: this.#newest?.version ?? 0 });
  }

  sit = (seat: number) => this.#ask({ do: 'sit', table: this.id, seat, token: this.token });
  leave = () => this.#ask({ do: 'leave', table: this.id });
  free = (seat: number) => this.#ask({ do: 'free', table: this.id, seat });
  bot = (seat: number, level: string) => this.#ask({ do: 'bot', table: this.id, seat, level });
  start = () => this.#ask({ do: 'start', table: this.id });
  resign = () => this.#ask({ do: 'resign', table: this.id });
  abandon = () => this.#ask({ do: 'abandon', table: this.id });
  say = (phrase: Phrase) => this.#ask({ do: 'say', table: this.id, phrase });

  async rematch(): Promise<string> {
    const done = await this.#ask({ do: 'rematch', table: this.id });
    return String(done.answer?.table ?? '');
  }

  /** The best moves as a bot sees them, the best first. */
  async hint(): Promise<Judged[]> {
    const done = await this.channel.ask({ do: 'hint', table: this.id });
    return (done.answer?.moves as Judged[] | undefined) ?? [];
  }

  /** Why a move is not possible; null if it is. */
  async why(move: string): Promise<Reason | null> {
    const answer = (await this.#question({ do: 'why', table: this.id, move })) as (Reason & { legal: boolean }) | null;
    return !answer || answer.legal ? null : answer;
  }

  /** The view after a move; null if it depends on chance or hidden cards. */
  async preview(move: string): Promise<View | null> {
    const answer = await this.#question({ do: 'preview', table: this.id, move });
    return (answer?.view as View | null | undefined) ?? null;
  }

  /** Asks the rules here, if they have read the table and know, or else whoever has it. */
  async #question(command: Without<Extract<Asked, { do: 'why' | 'preview' }>>): Promise<Done['answer']> {
    if (this.#rules) {
      const done = await device.ask(command).catch((error: unknown) => this.#doWithoutRules(error));
      if (done?.answer) return done.answer;
    }
    return (await this.channel.ask(command)).answer;
  }

  async #ask(command: Parameters<Channel['ask']>[0]): Promise<Done> {
    this.busy = true;
    try {
      return await this.channel.ask(command);
    } finally {
      this.busy = false;
    }
  }

  async #watch(): Promise<void> {
    try {
      await this.channel.ask(this.#watching());
    } catch (error) {
      this.refused = error instanceof CommandRefused ? error.told.code : 'failed';
    }
  }

  /** Asks again for what this device alone may know: it has changed with the seat. */
  #renewLinks(): Promise<unknown> {
    return this.channel.ask({ ...this.#watching(), ...this.#known() }).catch(() => {});
  }

  #watching(): { do: 'watch'; table: string; token?: string; seat?: number; record?: string } {
    const watch = { do: 'watch' as const, table: this.id };
    return {
      ...watch,
      ...(this.token ? { token: this.token } : {}),
      ...(this.#asked === null ? {} : { seat: this.#asked }),
      ...(this.#rules ? { record: this.#rules.fingerprint } : {}),
    };
  }

  /** The version to go on from; none if its record is missing. */
  #known(): { version?: number } {
    const version = this.#newest?.version;
    const lacks = this.#rules !== null && this.#read !== version;
    return version === undefined || lacks ? {} : { version };
  }

  /** Fetches the rules: with them here the server sends records. Until then, or without, it sends views. */
  async #fetchRules(game: string): Promise<void> {
    this.#asksForRules = false;
    try {
      this.#rules = { game, ...(await device.request('rules', { game })) };
    } catch {
      return;
    }
    if (!this.#closed) await this.#watch();
  }

  /** The rules here have failed: the server is asked for views again. */
  #doWithoutRules(error: unknown): void {
    if (!this.#rules || this.#closed) return;
    console.warn(error);
    this.#rules = this.#newest = null; // nothing that depends on a record is followed any more
    void this.#watch();
  }

  /** Forgets what this seat could see. */
  #forget(): void {
    this.#read = -1;
    if (this.#rules) device.request('forget', { table: this.id }).catch(() => {}); // the next record is a whole one
  }

  // --- Hearing

  /** With the rules here, all that is told goes through them, so that it keeps its order. */
  #take(told: Told): void {
    if (!this.#rules) return this.#hear(told);
    const { game } = this.#rules;
    device.request('read', { table: this.id, game, told }).then(
      (read) => {
        if (this.#closed) return;
        this.#read = read.version;
        if (read.told) this.#hear(read.told);
        else if (told.type === 'change' && this.#newest && told.version > this.#newest.version) void this.#watch();
      },
      (error: unknown) => this.#doWithoutRules(error),
    );
  }

  #hear(told: Told): void {
    switch (told.type) {
      case 'table':
        if (this.#turning) break;
        this.#replace(told);
        if (this.links && this.links.seat !== told.seat) void this.#renewLinks();
        break;
      case 'change':
        this.#change(told);
        break;
      case 'presence':
        this.#everywhere((view) => ({ ...view, presence: told.seats, screen: told.screen }));
        break;
      case 'said':
        this.#phrases += 1;
        this.#hearPhrase({ ...told, key: this.#phrases });
        break;
      case 'done':
        if (!told.answer || !('host' in told.answer)) break;
        this.links = told.answer as unknown as Links;
        this.#turning = false;
        break;
      case 'error':
        if (!this.view) this.refused = told.code;
        break;
    }
  }

  #hearPhrase(said: Said & { key: number }): void {
    this.said = [...this.said.slice(-7), said];
    setTimeout(() => (this.said = this.said.filter((one) => one.key !== said.key)), PHRASE_LASTS);
  }

  #replace(told: Snapshot): void {
    this.refused = null;
    const before = this.#newest;
    if (told.record && !this.#rules) return; // the rules have just failed: a view comes
    const { header, state } = told;
    if (this.#asksForRules && !header.deck && state.status !== 'over' && !isLocal(this.id))
      void this.#fetchRules(header.game);
    // When the rules have come, what is shown is sent once more, as a record.
    if (told.record && before?.version === told.version && before.seat === told.seat) return;
    this.#follow(arrived(told, before));
  }

  #change(told: Change): void {
    if (!this.#newest || told.version <= this.#newest.version) return;
    if (told.record && !this.#rules) return;
    const next = changed(this.#newest, told);
    if (next === null) void this.#watch();
    else this.#follow(next);
  }

  #follow(next: TableView): void {
    const before = this.#newest;
    this.#newest = next;
    for (const scene of before ? this.scenes(before, next) : [next]) this.#queue(scene);
  }

  #everywhere(change: (view: TableView) => TableView): void {
    if (this.#newest) this.#newest = change(this.#newest);
    this.#waiting = this.#waiting.map(change);
    if (this.view) this.view = change(this.view);
  }

  #queue(view: TableView): void {
    this.#waiting.push(view);
    // The player's own move is shown at once, whatever is still moving.
    const mine = view.seat > 0 && view.history.at(-1)?.seat === view.seat;
    const first = !this.view?.pause && !this.#waiting.slice(0, -1).some((one) => one.pause);
    if ((mine && first) || this.#waiting.length > MOST_WAITING || document.hidden) {
      motion.finish();
      this.#readUntil = 0;
      this.#waiting = this.#waiting.filter((one) => one === view || one.pause);
    }
    if (!this.view?.pause || this.view.pause < Infinity) this.#show();
  }

  #show(): void {
    clearTimeout(this.#timer);
    const wait = Math.max(motion.left, this.#readUntil - performance.now());
    if (wait > 0) {
      this.#timer = window.setTimeout(() => this.#show(), Math.min(wait, 60_000));
      return;
    }
    const next = this.#waiting.shift();
    if (!next) return;
    const told = this.view !== null && next.events.length > 0;
    this.view = next;
    this.settled = !told || !settings.journey;
    this.#readUntil = 0;
    // The board starts its cards when it has drawn the view.
    void tick().then(() => this.#settle(next, told));
  }

  #settle(shown: TableView, told: boolean): void {
    if (this.view !== shown) return;
    const read = told && shown.history.at(-1)?.seat !== shown.seat ? settings.reading : 0;
    this.#readUntil = performance.now() + Math.max(read, motion.left) + (shown.pause ?? 0);
    void motion.landed().then(() => {
      if (this.view === shown) this.settled = true;
    });
    if (this.#waiting.length && shown.pause !== Infinity) this.#show();
  }
}

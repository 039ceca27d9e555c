// A table being watched: the view shown and the commands it takes. Views that arrive while cards are
// still moving wait until the cards have arrived, so that one thing is seen after another.
import type { Objection } from '../games/contract';
import { motion } from './motion';
import type { Change, Done, Phrase, Said, Snapshot, Told } from './protocol';
import { CommandRefused, socket } from './socket.svelte';
import { arrived, changed, type TableView, type View } from './view';

const PHRASE_LASTS = 7_000; // ms
const MOST_WAITING = 4; // views; when more are waiting, only the newest is shown

export interface Links {
  seat: number;
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
  #newest: TableView | null = null;
  #waiting: TableView[] = [];
  #timer = 0;
  #close: () => void;
  #phrases = 0;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    this.#close = socket.listen(id, {
      resume: () => ({
        do: 'watch',
        table: id,
        ...(this.#newest ? { version: this.#newest.version } : {}),
        ...(token ? { token } : {}),
      }),
      hear: (told) => this.#hear(told),
    });
    if (socket.state === 'open') void this.#watch();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#close();
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

  async hint(): Promise<string> {
    const done = await socket.ask({ do: 'hint', table: this.id });
    return String(done.answer?.move ?? '');
  }

  /** Why a move is not possible; null if it is. */
  async why(move: string): Promise<Reason | null> {
    const done = await socket.ask({ do: 'why', table: this.id, move });
    const answer = done.answer as (Reason & { legal: boolean }) | null | undefined;
    return !answer || answer.legal ? null : answer;
  }

  /** The view after a move; null if it depends on chance or hidden cards. */
  async preview(move: string): Promise<View | null> {
    const done = await socket.ask({ do: 'preview', table: this.id, move });
    return (done.answer?.view as View | null | undefined) ?? null;
  }

  async #ask(command: Parameters<typeof socket.ask>[0]): Promise<Done> {
    this.busy = true;
    try {
      return await socket.ask(command);
    } finally {
      this.busy = false;
    }
  }

  async #watch(): Promise<void> {
    try {
      await socket.ask({ do: 'watch', table: this.id, ...(this.token ? { token: this.token } : {}) });
    } catch (error) {
      this.refused = error instanceof CommandRefused ? error.told.code : 'failed';
    }
  }

  // --- Hearing

  #hear(told: Told): void {
    switch (told.type) {
      case 'table':
        this.#replace(told);
        break;
      case 'change':
        this.#change(told);
        break;
      case 'presence':
        this.#everywhere((view) => ({ ...view, presence: told.seats }));
        break;
      case 'said':
        this.#phrases += 1;
        this.#hearPhrase({ ...told, key: this.#phrases });
        break;
      case 'done':
        if (told.answer && 'host' in told.answer) this.links = told.answer as unknown as Links;
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
    this.#newest = arrived(told, this.#newest);
    this.#queue(this.#newest);
  }

  #change(told: Change): void {
    if (!this.#newest || told.version <= this.#newest.version) return;
    const next = changed(this.#newest, told);
    if (next === null) {
      void this.#watch();
      return;
    }
    this.#newest = next;
    this.#queue(next);
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
    if (mine || this.#waiting.length > MOST_WAITING || document.hidden) {
      motion.finish();
      this.#waiting = [view];
    }
    this.#show();
  }

  #show(): void {
    clearTimeout(this.#timer);
    const wait = motion.left;
    if (wait > 0) {
      this.#timer = window.setTimeout(() => this.#show(), wait);
      return;
    }
    const next = this.#waiting.shift();
    if (!next) return;
    this.view = next;
    if (this.#waiting.length) this.#timer = window.setTimeout(() => this.#show(), 16);
  }
}

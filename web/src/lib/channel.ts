// A way to tables: to those at the server, or to those on this device. Commands get an id and an answer;
// what happens at a table is told to whoever listens.
import type { Asked, Done, Error as Refused, Told } from './protocol';

export class CommandRefused extends Error {
  constructor(readonly told: Refused) {
    super(told.message);
  }
}

export type Without<T> = T extends unknown ? Omit<T, 'id'> : never;
type Command = { do: string; id: string };

interface Pending {
  command: Command;
  settle: (done: Done) => void;
  fail: (error: unknown) => void;
}

export interface Listener {
  /** The message that resumes watching after a reconnect. */
  resume(): Without<Extract<Asked, { do: 'watch' }>>;
  hear(told: Told): void;
}

export abstract class Channel<Message extends Command = Asked> {
  abstract state: 'idle' | 'connecting' | 'open' | 'lost';
  #pending = new Map<string, Pending>();
  #listeners = new Map<string, Listener>();
  #resumed = new Map<string, string>(); // the table of each message that resumes watching
  #ids = 0;
  #prefix = Math.random().toString(36).slice(2, 10);

  /** Sends a message, if there is a connection. */
  protected abstract post(command: object): void;
  /** Connects, unless that is done or under way. */
  protected abstract open(): void;

  listen(table: string, listener: Listener): () => void {
    this.#listeners.set(table, listener);
    this.open();
    return () => {
      if (this.#listeners.get(table) !== listener) return;
      this.#listeners.delete(table);
      this.post({ do: 'unwatch', id: this.id(), table });
    };
  }

  ask(command: Without<Message>): Promise<Done> {
    const id = this.id();
    const sent = { ...command, id } as unknown as Command;
    return new Promise((settle, fail) => {
      this.#pending.set(id, { command: sent, settle, fail });
      this.post(sent);
      this.open();
    });
  }

  protected id(): string {
    this.#ids += 1;
    return `${this.#prefix}-${this.#ids}`;
  }

  /** Goes on after a connection was made: every command has an id, so a resend is harmless. */
  protected resume(): void {
    this.#resumed.clear();
    for (const table of this.#listeners.keys()) this.#watchAgain(table);
    for (const { command } of this.#pending.values()) this.post(command);
  }

  #watchAgain(table: string): void {
    const listener = this.#listeners.get(table);
    if (!listener) return;
    const id = this.id();
    this.#resumed.set(id, table);
    this.post({ ...listener.resume(), id });
  }

  /** Whether a command waits for its answer. */
  protected waits(id: string | null): id is string {
    return id !== null && (this.#pending.has(id) || this.#resumed.has(id));
  }

  /** Sends a command again that could not be followed. */
  protected again(id: string): void {
    const pending = this.#pending.get(id);
    const table = this.#resumed.get(id);
    if (pending) this.post(pending.command);
    else if (table !== undefined) {
      this.#resumed.delete(id);
      this.#watchAgain(table);
    }
  }

  /** Tells all who wait that there will be no answer. */
  protected refuseAll(message: string): void {
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { fail } of waiting) fail(new Error(message));
  }

  protected hear(told: Exclude<Told, { type: 'hello' | 'pong' }>): void {
    if (told.type === 'done' || told.type === 'error') {
      const pending = this.#pending.get(told.id ?? '');
      this.#pending.delete(told.id ?? '');
      this.#resumed.delete(told.id ?? '');
      if (told.type === 'done') pending?.settle(told);
      else if (pending) return pending.fail(new CommandRefused(told));
    }
    this.#listeners.get(told.table ?? '')?.hear(told);
  }
}

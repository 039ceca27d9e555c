// One connection for all tables. It reconnects by itself, resumes watching from the version it has,
// and resends unanswered commands: every command has an id, so a resend is harmless.
import { person } from './people.svelte';
import { SUBPROTOCOL, type Asked, type Done, type Error as Refused, type Told } from './protocol';

const AGAIN = ['unavailable', 'busy', 'failed', 'slow-down']; // errors after which a command is sent again
const HEARTBEAT = 15_000;
const PATIENCE = 5_000; // for an answer to a heartbeat
const LOOPBACK = /^(localhost|127\.|\[?::1)/;
const LONGEST_WAIT = 8_000;

export class CommandRefused extends Error {
  constructor(readonly told: Refused) {
    super(told.message);
  }
}

interface Pending {
  frame: string;
  settle: (done: Done) => void;
  fail: (error: unknown) => void;
}

type Without<T> = T extends unknown ? Omit<T, 'id'> : never;

export interface Listener {
  /** The message that resumes watching after a reconnect. */
  resume(): Without<Extract<Asked, { do: 'watch' }>>;
  hear(told: Told): void;
}

class Socket {
  state: 'idle' | 'connecting' | 'open' | 'lost' = $state('idle');
  /** The server's clock minus ours, in ms. */
  skew = $state(0);
  bots: string[] = $state.raw([]);
  ready = $state(true); // false while a first start compiles the games
  /** The address to share with others: not localhost, if the server knows a better one. */
  origin = $state(location.origin);
  /** Whether links to this server work on this machine only. */
  onlyHere = $derived(LOOPBACK.test(new URL(this.origin).hostname));
  #socket: WebSocket | null = null;
  #pending = new Map<string, Pending>();
  #listeners = new Map<string, Listener>();
  #wait = 250;
  #retry = 0;
  #heartbeat = 0;
  #alarm = 0;
  #ids = 0;
  #prefix = Math.random().toString(36).slice(2, 10);

  constructor() {
    addEventListener('online', () => this.#now());
    addEventListener('offline', () => this.#lose());
    // After a phone has slept, its connection may be dead without looking so: check at once.
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return;
      if (this.state === 'open') this.#beat(1_000);
      else this.#now();
    });
  }

  listen(table: string, listener: Listener): () => void {
    this.#listeners.set(table, listener);
    this.#open();
    return () => {
      if (this.#listeners.get(table) !== listener) return;
      this.#listeners.delete(table);
      this.#post(JSON.stringify({ do: 'unwatch', id: this.#id(), table }));
    };
  }

  /** Reconnects: the server learns a changed name only on connecting. */
  renew(): void {
    if (this.state !== 'open') return;
    this.#lose();
    this.#now();
  }

  ask(command: Without<Asked>): Promise<Done> {
    const id = this.#id();
    const frame = JSON.stringify({ ...command, id });
    return new Promise((settle, fail) => {
      this.#pending.set(id, { frame, settle, fail });
      this.#post(frame);
      this.#open();
    });
  }

  #id(): string {
    this.#ids += 1;
    return `${this.#prefix}-${this.#ids}`;
  }

  #post(frame: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame);
  }

  #now(): void {
    if (this.state !== 'lost') return;
    clearTimeout(this.#retry);
    this.state = 'idle';
    this.#wait = 250;
    this.#open();
  }

  #open(): void {
    if (this.state !== 'idle') return;
    this.state = 'connecting';
    person.ready().then(
      () => this.#connect(),
      () => this.#lose(),
    );
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/socket`, SUBPROTOCOL);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.state = 'open';
      this.#wait = 250;
      for (const listener of this.#listeners.values()) {
        this.#post(JSON.stringify({ ...listener.resume(), id: this.#id() }));
      }
      for (const pending of this.#pending.values()) this.#post(pending.frame);
      this.#heartbeat = window.setInterval(() => this.#beat(PATIENCE), HEARTBEAT);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#alarm);
      const told = JSON.parse(event.data) as Told | Told[];
      for (const one of Array.isArray(told) ? told : [told]) this.#hear(one);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
  }

  #beat(patience: number): void {
    this.#post(JSON.stringify({ do: 'ping', id: this.#id() }));
    clearTimeout(this.#alarm);
    this.#alarm = window.setTimeout(() => this.#lose(), patience);
  }

  #lose(): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#alarm);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    if (this.state === 'lost') return;
    this.state = 'lost';
    this.#retry = window.setTimeout(() => {
      this.state = 'idle';
      this.#open();
    }, this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #hear(told: Told): void {
    switch (told.type) {
      case 'hello':
        this.skew = told.now - Date.now();
        this.bots = told.bots;
        this.ready = told.ready;
        if (LOOPBACK.test(location.hostname)) this.origin = told.address;
        return;
      case 'pong':
        this.skew = told.now - Date.now();
        return;
      case 'done':
        this.#pending.get(told.id)?.settle(told);
        this.#pending.delete(told.id);
        this.#listeners.get(told.table)?.hear(told);
        return;
      case 'error':
        this.#refused(told);
        return;
      default:
        this.#listeners.get(told.table)?.hear(told);
    }
  }

  #refused(told: Refused): void {
    const pending = told.id === null ? undefined : this.#pending.get(told.id);
    if (!pending) {
      this.#listeners.get(told.table ?? '')?.hear(told);
    } else if (AGAIN.includes(told.code)) {
      setTimeout(() => this.#post(pending.frame), ((told.retry ?? 0.2) + 0.05) * 1000);
    } else {
      this.#pending.delete(told.id as string);
      pending.fail(new CommandRefused(told));
    }
  }
}

export const socket = new Socket();

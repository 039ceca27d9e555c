// The server's tables: one connection for all of them. It reconnects by itself, resumes watching from the
// version it has, and resends unanswered commands.
import { Channel } from './channel';
import { at } from './base';
import { person } from './people.svelte';
import { SUBPROTOCOL, type Told } from './protocol';

const AGAIN = ['unavailable', 'busy', 'failed', 'slow-down']; // errors after which a command is sent again
const HEARTBEAT = 15_000;
const PATIENCE = 5_000; // for an answer to a heartbeat
const LOOPBACK = /^(localhost|127\.|\[?::1)/;
const LONGEST_WAIT = 8_000;

class Socket extends Channel {
  state: Channel['state'] = $state('idle');
  /** The server's clock minus ours, in ms. */
  skew = $state(0);
  bots: string[] = $state.raw([]);
  ready = $state(true); // false while a first start compiles the games
  /** The address to share with others: not localhost, if the server knows a better one. */
  origin = $state(location.origin);
  /** Whether links to this server work on this machine only. */
  onlyHere = $derived(LOOPBACK.test(new URL(this.origin).hostname));
  #socket: WebSocket | null = null;
  #wait = 250;
  #retry = 0;
  #heartbeat = 0;
  #alarm = 0;

  constructor() {
    super();
    addEventListener('online', () => this.#now());
    addEventListener('offline', () => {
      if (this.state !== 'idle') this.#lose();
    });
    // After a phone has slept, its connection may be dead without looking so: check at once.
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return;
      if (this.state === 'open') this.#beat(1_000);
      else this.#now();
    });
  }

  /** Reconnects: the server learns a changed name only on connecting. */
  renew(): void {
    if (this.state !== 'open') return;
    this.#lose();
    this.#now();
  }

  protected override post(command: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(command));
  }

  #now(): void {
    if (this.state !== 'lost') return;
    clearTimeout(this.#retry);
    this.state = 'idle';
    this.#wait = 250;
    this.open();
  }

  protected override open(): void {
    if (this.state !== 'idle') return;
    this.state = 'connecting';
    person.ready().then(
      () => this.#connect(),
      () => this.#lose(),
    );
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${at('/socket')}`, SUBPROTOCOL);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.state = 'open';
      this.#wait = 250;
      this.resume();
      this.#heartbeat = window.setInterval(() => this.#beat(PATIENCE), HEARTBEAT);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#alarm);
      const told = JSON.parse(event.data) as Told | Told[];
      for (const one of Array.isArray(told) ? told : [told]) this.#receive(one);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
  }

  #beat(patience: number): void {
    this.post({ do: 'ping', id: this.id() });
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
      this.open();
    }, this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #receive(told: Told): void {
    if (told.type === 'hello') {
      this.skew = told.now - Date.now();
      this.bots = told.bots;
      this.ready = told.ready;
      if (LOOPBACK.test(location.hostname)) this.origin = told.address;
    } else if (told.type === 'pong') {
      this.skew = told.now - Date.now();
    } else if (told.type === 'error' && AGAIN.includes(told.code) && this.waits(told.id)) {
      const { id, retry } = told;
      setTimeout(() => this.again(id), ((retry ?? 0.2) + 0.05) * 1000);
    } else this.hear(told);
  }
}

export const socket = new Socket();

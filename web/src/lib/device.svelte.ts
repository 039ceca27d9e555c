// The tables of this device: they live in a Worker, which is started when somebody first asks for one.
import { Channel } from './channel';
import type { LocalAsked, LocalTold, RequestName, Requests } from './local/messages';
import { settings } from './settings.svelte';

class Device extends Channel<LocalAsked> {
  state: Channel['state'] = $state('open');
  /** Tables that could not be stored. */
  unsaved: string[] = $state.raw([]);
  #worker: Worker | null = null;
  #games: Promise<string[]> | null = null;

  /** Whether a game can be played here. */
  async plays(game: string): Promise<boolean> {
    this.#games ??= this.request('games', {}).then(({ games }) => games);
    try {
      return (await this.#games).includes(game);
    } catch {
      this.#games = null; // another time perhaps
      return false;
    }
  }

  async request<Name extends RequestName>(what: Name, asked: Requests[Name][0]): Promise<Requests[Name][1]> {
    const done = await this.ask({ do: what, ...asked } as Parameters<this['ask']>[0]);
    return done.answer as unknown as Requests[Name][1];
  }

  /** Says what the person here is called. */
  call(name: string): void {
    this.post({ do: 'call', id: this.id(), name });
  }

  protected override post(command: object): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage($state.snapshot(command));
  }

  protected override open(): void {
    // A Worker keeps what it is sent until it has been loaded.
  }

  #start(): Worker {
    const worker = new Worker(new URL('./local/worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<LocalTold>) => this.#receive(data);
    worker.onerror = () => this.#fail();
    worker.postMessage({ do: 'call', id: this.id(), name: settings.kept.name });
    this.state = 'open';
    return worker;
  }

  #receive(told: LocalTold): void {
    if (told.type === 'unsaved') this.unsaved = [...this.unsaved, told.table];
    else if (told.type !== 'hello' && told.type !== 'pong') this.hear(told);
  }

  /** The Worker cannot be loaded: whoever asks is told, and may ask the server. */
  #fail(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.state = 'lost';
    this.refuseAll('the games cannot be loaded');
  }
}

export const device = new Device();

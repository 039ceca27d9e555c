// The tables that the home page lists: this person's own, finished ones, and those open to all.
import { api } from './api';
import { ALONE } from './base';
import { catalogue } from './catalogue.svelte';
import { device } from './device.svelte';
import { person } from './people.svelte';
import type { TableInfo } from './protocol';
import { isLocal, look } from './tables';
import type { TableView } from './view';

const MOST_FINISHED = 6;

/** Finished games worth looking at again, the newest first; tables that were closed or removed are not. */
export function worthReplaying(tables: TableInfo[]): TableInfo[] {
  const removed = ({ result, seats }: TableInfo) =>
    result?.how === 'closed' ||
    (result?.how === 'abandoned' && seats.filter((seat) => seat.kind === 'person').length < 2);
  return tables.filter((table) => table.status === 'over' && !removed(table)).slice(0, MOST_FINISHED);
}

/** The tables that wait for this person: those where they sit, and those that they have set up. */
export const ownTables = (tables: TableInfo[]): TableInfo[] =>
  tables.filter((table) => table.your_seat || table.status === 'open');

/** How many seats are taken, of how many. */
export function seatsTaken(table: TableInfo): string {
  return `${table.seats.filter((seat) => seat.kind !== 'free').length}/${table.players}`;
}

/** The names of the people at a table. */
export function peopleAt(table: TableInfo): string {
  const people = table.seats.filter((seat) => seat.kind === 'person');
  return people.map((seat) => seat.name).join(', ');
}

/** The tables of both lists, the last used first. */
const merged = (...lists: TableInfo[][]): TableInfo[] => lists.flat().sort((a, b) => b.changed - a.changed);

export class Lobby {
  running: TableInfo[] = $state.raw([]);
  /** The running games as their player sees them, by table. */
  views: Record<string, TableView> = $state.raw({});
  finished: TableInfo[] = $state.raw([]);
  open: TableInfo[] = $state.raw([]);
  /** Games stored on this device that cannot be read. */
  unreadable: string[] = $state.raw([]);
  /** When each of them was last changed, as far as it has been looked at. */
  #changed: Record<string, number> = {};
  #here: TableInfo[] = [];
  #there: TableInfo[] = [];

  async refresh(): Promise<void> {
    const there = catalogue.load().then(() => this.#ask());
    const answered = there.catch(() => {}); // the page says elsewhere that the server is lost
    await this.#find();
    this.#show();
    await answered;
    this.#show();
    await Promise.all(this.running.map((table) => this.#look(table)));
  }

  /** Forgets the stored games that cannot be read. */
  async forget(): Promise<void> {
    await device.request('remove', { tables: this.unreadable });
    this.unreadable = [];
    await this.refresh();
  }

  /** The tables of this device. */
  async #find(): Promise<void> {
    try {
      const { tables, unreadable } = await device.request('list', {});
      this.#here = tables;
      this.unreadable = [...this.unreadable.filter((table) => !unreadable.includes(table)), ...unreadable];
    } catch {
      this.#here = []; // a browser in which no table can be played
    }
  }

  /** The tables at the server. */
  async #ask(): Promise<void> {
    if (ALONE) return;
    await person.known();
    const none = { tables: [] };
    const stranger = person.name === null;
    const [open, playing, own, past] = await Promise.all([
      api.open('open'),
      api.open('playing'),
      stranger ? none : api.mine(),
      stranger ? none : api.mine(true),
    ]);
    this.#there = [...own.tables, ...past.tables.filter(({ status }) => status === 'over')];
    this.open = [...open.tables, ...playing.tables].filter((table) => !table.your_seat);
  }

  #show(): void {
    const all = merged(this.#here, this.#there).filter(({ table }) => !this.unreadable.includes(table));
    this.running = ownTables(all.filter(({ status }) => status !== 'over'));
    this.finished = worthReplaying(all);
  }

  /** Looks at a table unless nothing has happened there since. */
  async #look({ table, changed }: TableInfo): Promise<void> {
    if (this.#changed[table] === changed) return;
    try {
      const view = await look(table);
      this.#changed[table] = changed;
      this.views = { ...this.views, [table]: view };
    } catch {
      if (!isLocal(table) || this.unreadable.includes(table)) return; // a server answers another time
      this.unreadable = [...this.unreadable, table];
      this.#show();
    }
  }
}

// The tables that the home page lists: this person's own, finished ones, and those open to all.
import { api, Refusal } from './api';
import { catalogue } from './catalogue.svelte';
import { person } from './people.svelte';
import type { TableInfo } from './protocol';
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

export class Lobby {
  running: TableInfo[] = $state.raw([]);
  /** The running games as their player sees them, by table. */
  views: Record<string, TableView> = $state.raw({});
  finished: TableInfo[] = $state.raw([]);
  open: TableInfo[] = $state.raw([]);
  offline = $state(false);
  /** When each of them was last changed, as far as it has been looked at. */
  #changed: Record<string, number> = {};

  async refresh(): Promise<void> {
    try {
      await catalogue.load();
      await person.known();
      const none = { tables: [] };
      const stranger = person.name === null;
      const [open, playing, own, past] = await Promise.all([
        api.open('open'),
        api.open('playing'),
        stranger ? none : api.mine(),
        stranger ? none : api.mine(true),
      ]);
      this.running = ownTables(own.tables);
      this.finished = worthReplaying(past.tables);
      this.open = [...open.tables, ...playing.tables].filter((table) => !table.your_seat);
      this.offline = false;
      await Promise.all(this.running.map((table) => this.#look(table)));
    } catch (error) {
      this.offline = !(error instanceof Refusal);
    }
  }

  /** Looks at a table unless nothing has happened there since. */
  async #look({ table, changed }: TableInfo): Promise<void> {
    if (this.#changed[table] === changed) return;
    const view = await api.table(table);
    this.#changed[table] = changed;
    this.views = { ...this.views, [table]: view };
  }
}

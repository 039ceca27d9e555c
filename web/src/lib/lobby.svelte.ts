// The tables that the home page lists: this person's own, finished ones, and those open to all.
import { api, Refusal } from './api';
import { catalogue } from './catalogue.svelte';
import { person } from './people.svelte';
import type { TableInfo } from './protocol';

const MOST_FINISHED = 6;

/** Finished games worth looking at again, the newest first; tables that were given up are not. */
export function worthReplaying(tables: TableInfo[]): TableInfo[] {
  return tables.filter((table) => table.status === 'over' && table.result?.how !== 'closed').slice(0, MOST_FINISHED);
}

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
  finished: TableInfo[] = $state.raw([]);
  open: TableInfo[] = $state.raw([]);
  offline = $state(false);

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
      this.running = own.tables;
      this.finished = worthReplaying(past.tables);
      this.open = [...open.tables, ...playing.tables].filter((table) => !table.your_seat);
      this.offline = false;
    } catch (error) {
      this.offline = !(error instanceof Refusal);
    }
  }
}

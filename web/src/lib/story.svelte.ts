// What has happened at a table, in words.
import type { Words } from './i18n/index.svelte';
import type { Made, TableView } from './view';

export interface Line {
  /** The version at which the move was made. */
  version: number;
  seat: number;
  /** A sentence, with the name of the player. */
  text: string;
}

/** A move as a sentence: who made it, and what happened; the move itself if no event has words. */
export function sentence(name: string, told: (string | null)[], move: string, t: Words): string {
  const said = told.filter((one) => one !== null).join(', ');
  return said ? t.table.moved(name, said) : `${t.of(name, move)}.`;
}

/** What is new since the last view. */
export interface News {
  /** Moves of the other seats. */
  moves: Line[];
  /** Whether a move was taken back. */
  takenBack: boolean;
}

export class Story {
  lines: Line[] = $state.raw([]);
  #before: TableView | null = null;

  /** Adds what is new in a view; `describe` puts a move into words. */
  follow(view: TableView, describe: (made: Made) => string): News {
    const before = this.#before;
    this.#before = view;
    const told = this.lines.map((line) => line.version);
    const standing = view.history.map((made) => made.version);
    const fresh = view.history.filter((made) => !told.includes(made.version));
    const lines = fresh.map((made) => ({ version: made.version, seat: made.seat, text: describe(made) }));
    this.lines = [...this.lines.filter((line) => standing.includes(line.version)), ...lines];
    return {
      moves: before ? lines.filter((line) => line.seat !== view.seat) : [],
      takenBack: before !== null && tookBack(before, view),
    };
  }
}

const tookBack = (before: TableView, now: TableView): boolean =>
  now.history.length > 0 && now.version > before.version && now.history.length < before.history.length;

// What has happened at a table, in words.
import type { Made, Position, TableView } from './view';

export interface Line {
  /** The version at which the move was made. */
  version: number;
  seat: number;
  text: string;
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

  /** Adds what is new in a view. `describe` gets the position before the move, if it is known. */
  follow(view: TableView, describe: (made: Made, from: Position | null) => string): News {
    const before = this.#before;
    this.#before = view;
    const told = this.lines.map((line) => line.version);
    const standing = view.history.map(([version]) => version);
    const fresh = view.history.filter(([version]) => !told.includes(version));
    const from = fresh.length === 1 ? (before?.position ?? null) : null;
    const lines = fresh.map((made) => ({ version: made[0], seat: made[1], text: describe(made, from) }));
    this.lines = [...this.lines.filter((line) => standing.includes(line.version)), ...lines];
    return {
      moves: before ? lines.filter((line) => line.seat !== view.seat) : [],
      takenBack: before !== null && tookBack(before, view),
    };
  }
}

const tookBack = (before: TableView, now: TableView): boolean =>
  now.history.length > 0 && now.version > before.version && now.history.length < before.history.length;

// What has happened at a table, in words, and the moments that can be seen again.
import type { Words } from './i18n/index.svelte';
import type { Made, TableView } from './view';

const MOST_MOMENTS = 80; // views that are kept

export interface Line {
  /** The version at which the move was made. */
  version: number;
  seat: number;
  /** A sentence, with the name of the player. */
  text: string;
  made: Made;
  /** The views before and after the move; null when the page was opened later. */
  moment: [TableView, TableView] | null;
}

/**
 * A move as a sentence: who made it, and what happened; the move itself if no event has words.
 * Without a name it is said to the one who made it.
 */
export function sentence(name: string | null, told: (string | null)[], move: string, t: Words): string {
  const said = told.filter((one) => one !== null).join(', ');
  if (!said) return `${t.of(name ?? t.table.you, move)}.`;
  return name === null ? t.table.youMoved(inPerson(said, true)) : t.table.moved(name, inPerson(said, false));
}

/** The text said of somebody, or to `you`: of `{their|your}` one is taken. */
const inPerson = (text: string, you: boolean): string =>
  text.replace(/\{([^{|}]*)\|([^{|}]*)\}/g, (_, of: string, to: string) => (you ? to : of));

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

  /** What the others have done since a seat's last move; for a spectator, the last move. */
  since(seat: number): Line[] {
    const last = this.lines.findLastIndex((line) => line.seat === seat);
    return seat ? this.lines.slice(last + 1) : this.lines.slice(-1);
  }

  /** Adds what is new in a view; `describe` puts a move into words. */
  follow(view: TableView, describe: (made: Made) => string): News {
    const before = this.#before;
    this.#before = view;
    const takenBack = before !== null && tookBack(before, view);
    const told = this.lines.map((line) => line.version);
    const fresh = view.history.filter((made) => !told.includes(made.version));
    const moment: Line['moment'] = before && fresh.length === 1 ? [before, view] : null;
    const lines = fresh.map((made) => ({
      version: made.version,
      seat: made.seat,
      text: describe(made),
      made,
      moment,
    }));
    this.lines = forget([...(takenBack ? this.#standing(view) : this.lines), ...lines]);
    return { moves: before ? lines.filter((line) => line.seat !== view.seat) : [], takenBack };
  }

  /** The lines without those that were taken back. */
  #standing(view: TableView): Line[] {
    const last = view.history.at(-1)?.version ?? 0;
    return this.lines.filter((line) => line.version <= last);
  }
}

const forget = (lines: Line[]): Line[] =>
  lines.map((line, i) => (line.moment && i < lines.length - MOST_MOMENTS ? { ...line, moment: null } : line));

const tookBack = (before: TableView, now: TableView): boolean => {
  const last = before.history.at(-1)?.version;
  return last !== undefined && now.version > before.version && !now.history.some((made) => made.version === last)
    ? (now.history.at(-1)?.version ?? 0) < last
    : false;
};

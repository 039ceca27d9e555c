// A table as this person may see it. The parts are told as JSON of their own (tables/views.py).
import type { Change, Ending, Rules, Snapshot } from './protocol';
import { HISTORY } from './protocol';

export interface SeatView {
  kind: 'free' | 'person' | 'bot';
  name?: string;
  level?: string;
  away?: boolean;
  host?: boolean;
  words?: string;
}

export interface ClockView {
  since: number;
  deadline: number | null;
  remaining: number[];
}

export interface Header {
  game: string;
  rules_version: number;
  players: number;
  options: Record<string, number | string>;
  deck: Record<string, unknown> | null;
  rules: Rules;
  created: number;
  before: string | null;
}

/** The version at which it was made, the seat, the move and who made it. */
export type Made = [version: number, seat: number, move: string, by: string];

export type Position = Record<string, unknown>;

export interface View {
  status: 'open' | 'playing' | 'over';
  turn: number | null;
  seats: SeatView[];
  clock: ClockView | null;
  moves: string[];
  takeback: boolean;
  wishes: number[];
  result: Ending | null;
  rematch: string | null;
  dealer: string;
  commitment: string | null;
  secret: string | null;
  seed: string | null;
}

export interface TableView {
  table: string;
  version: number;
  seat: number;
  header: Header;
  view: View;
  position: Position | null;
  history: Made[];
  presence: boolean[];
}

export function fromSnapshot(told: Snapshot): TableView {
  return {
    table: told.table,
    version: told.version,
    seat: told.seat,
    header: told.header as Header,
    view: told.view as unknown as View,
    position: told.position,
    history: told.history,
    presence: told.presence,
  };
}

/** The view after a change, or null if the change does not fit: then a snapshot is needed. */
export function changed(view: TableView, told: Change): TableView | null {
  if (told.since !== view.version) return null;
  const kept = told.undone ? view.history.slice(0, -told.undone) : view.history;
  return {
    ...view,
    version: told.version,
    view: { ...view.view, ...(told.view as Partial<View> | undefined) },
    position: told.position ? { ...view.position, ...told.position } : view.position,
    history: [...kept, ...(told.made ?? [])].slice(-HISTORY),
  };
}

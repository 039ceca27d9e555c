// A table as this person may see it: a snapshot of it, and what changed since.
import { HISTORY, type Change, type HeaderView, type MoveView, type Snapshot } from './protocol';

export type { ClockView, SeatView } from './protocol';
export type Header = HeaderView;
/** What a seat is shown of the game; each game has its own type of it. */
export type View = Record<string, unknown>;
/** A legal move, with what it touches; each game has its own type of it. */
export interface Choice {
  move: string;
}
/** One thing that happened; each game has its own type of it. */
export interface GameEvent {
  do: string;
  seat?: number;
}
export type Made = Omit<MoveView, 'events'> & { events: GameEvent[] };
export type TableView = Omit<Snapshot, 'type' | 'view' | 'choices' | 'history'> & {
  view: View | null;
  choices: Choice[];
  history: Made[];
  /** What happened since the view before this one; nothing when there was none. */
  events: GameEvent[];
  /** A scene of a game's own: how long it is shown before the next view, in ms; `Infinity` until *Go on*. */
  pause?: number;
};

/** The view that a snapshot shows; its events are those since the view before, if there was one. */
export function arrived(told: Snapshot, before: TableView | null = null): TableView {
  const view = told as unknown as TableView;
  const fresh = before ? view.history.filter((made) => made.version > before.version) : [];
  // When all of the history is new there may be moves before it that nobody told.
  const known = fresh.length < HISTORY ? fresh : [];
  return { ...view, events: known.flatMap((made) => made.events) };
}

/** The view after a change, or null if the change does not fit: then a snapshot is needed. */
export function changed(view: TableView, told: Change): TableView | null {
  if (told.since !== view.version) return null;
  const kept = told.undone ? view.history.slice(0, -told.undone) : view.history;
  const made = (told.made ?? []) as Made[];
  return {
    ...view,
    version: told.version,
    state: { ...view.state, ...told.state },
    view: told.view ? { ...view.view, ...told.view } : view.view,
    choices: (told.choices as Choice[] | undefined) ?? view.choices,
    history: [...kept, ...made].slice(-HISTORY),
    events: made.flatMap((one) => one.events),
  };
}

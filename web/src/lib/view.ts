// A table as this person may see it: a snapshot of it, and what changed since.
import { HISTORY, type Change, type HeaderView, type Snapshot } from './protocol';

export type { ClockView, SeatView } from './protocol';
export type Header = HeaderView;
export type TableView = Omit<Snapshot, 'type'>;
/** The version at which it was made, the seat, the move and who made it. */
export type Made = TableView['history'][number];
export type Position = Record<string, unknown>;

/** The view after a change, or null if the change does not fit: then a snapshot is needed. */
export function changed(view: TableView, told: Change): TableView | null {
  if (told.since !== view.version) return null;
  const kept = told.undone ? view.history.slice(0, -told.undone) : view.history;
  return {
    ...view,
    version: told.version,
    view: { ...view.view, ...told.view },
    position: told.position ? { ...view.position, ...told.position } : view.position,
    history: [...kept, ...(told.made ?? [])].slice(-HISTORY),
  };
}

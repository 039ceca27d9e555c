// Several people at one device, which they pass on. Between two hands it shows what a spectator sees.
import type { Links } from './table.svelte';
import type { TableView } from './view';

/** Whether several people of the table share this device. */
export const isShared = (links: Pick<Links, 'seats'> | null): boolean => (links?.seats.length ?? 0) > 1;

/** The seat of the one person who looks at a table; 0 for those who watch, and where a device was passed on. */
export const ownSeat = ({ seat, header }: TableView): number => (header.rules.pass_and_play ? 0 : seat);

/** The seat of this device that is to move and whose hand is not shown; 0 if there is none. */
export function nextHand(view: TableView, links: Pick<Links, 'seats'> | null): number {
  const turn = view.state.turn ?? 0;
  const waits = view.state.status === 'playing' && !view.pause && turn !== view.seat;
  return waits && isShared(links) && links?.seats.includes(turn) ? turn : 0;
}

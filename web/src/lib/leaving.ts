// The three ways out of a running game. What each leads to is told by the server (`exits`).
import type { TableView } from './view';

export const WAYS = ['leave', 'abandon', 'resign'] as const;
export type Way = (typeof WAYS)[number];

/** Whether another person has a seat. Spectators do not count: the page is not told about them. */
export const inCompany = ({ state, seat }: TableView): boolean =>
  state.seats.some((one, i) => one.kind === 'person' && i + 1 !== seat);

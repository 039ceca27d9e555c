// The three ways out of a running game, and what each leads to on the server (docs/protocol.md).
import type { TableView } from './view';

export const WAYS = ['leave', 'abandon', 'resign'] as const;
export type Way = (typeof WAYS)[number];
export type Fate = 'free' | 'bot' | 'agreed' | 'stopped' | 'lost';

/** Whether another person has a seat. Spectators do not count: the page is not told about them. */
export const inCompany = ({ view, seat }: TableView): boolean =>
  view.seats.some((one, i) => one.kind === 'person' && i + 1 !== seat);

export function fates(table: TableView): Record<Way, Fate> {
  const company = inCompany(table);
  const { absence } = table.header.rules;
  const replaced: Fate = company ? 'bot' : 'stopped'; // bots alone do not play on
  return {
    leave: absence === 'bot' ? replaced : absence === 'end' ? 'lost' : 'free',
    abandon: company ? 'agreed' : 'stopped',
    resign: absence === 'bot' && table.view.seats.length > 2 ? replaced : 'lost',
  };
}

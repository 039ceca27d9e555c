// A running game in a few words: who plays, how it stands, and whose turn it is.
import type { GameFace } from '../games/contract';
import type { Words } from './i18n/index.svelte';
import type { Way } from './leaving';
import { inCompany } from './leaving';
import { nameOf } from './names';
import type { TableInfo } from './protocol';
import type { Language } from './settings.svelte';
import type { TableView } from './view';

/** Everybody with what they have, such as “Points: You 12, Odile 8”; without points, their names. */
export function standingOf(
  { state, view, header, seat }: TableView,
  face: GameFace,
  language: Language,
  t: Words,
): string {
  const scores = view && face.progress?.(view, header);
  const everybody = state.seats.map((one, i) => {
    const name = i + 1 === seat ? t.table.you : nameOf(one, i + 1, t);
    return scores ? `${name} ${scores[i]}` : name;
  });
  const heading = (view && face.standing?.(view, header, language)) || '';
  return heading ? t.of(heading, everybody.join(', ')) : everybody.join(', ');
}

/** Whose turn it is, or that the game has not begun. */
export function turnAt(info: TableInfo, table: TableView | undefined, t: Words): string {
  if (info.status === 'open') return t.home.notStarted;
  if (info.your_turn) return t.home.yourTurn;
  const turn = table?.state.turn;
  const seat = turn ? table.state.seats[turn - 1] : undefined;
  return turn && seat ? t.table.turnOf(nameOf(seat, turn, t)) : t.home.waiting;
}

/** The command that takes a running game off one's list. */
export function wayOut(info: TableInfo, table: TableView): Way {
  const host = info.seats.some((seat, i) => seat.host && i + 1 === info.your_seat) || !info.your_seat;
  if (info.status === 'open') return host ? 'abandon' : 'leave';
  return inCompany(table) ? 'leave' : 'abandon';
}

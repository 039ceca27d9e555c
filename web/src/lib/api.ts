// The HTTP side of the server.
import type {
  Catalogue,
  Me,
  NewTableAnswer,
  NewTableRequest,
  OptionsAnswer,
  OptionsRequest,
  Snapshot,
  TableList,
} from './protocol';
import { arrived, type GameEvent, type View } from './view';

export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const told: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const detail = (told as { detail?: string } | null)?.detail ?? answer.statusText;
    throw new Refusal(answer.status, detail);
  }
  return told as T;
}

export interface Step {
  seat: number | null;
  move: string | null;
  view: View;
  /** What the move did, as the viewer may know it. */
  events: GameEvent[];
}

export const api = {
  catalogue: () => ask<Catalogue>('games'),
  me: () => ask<Me>('me'),
  guest: (name: string) => ask<Me>('guests', { name }),
  claim: (name: string, passphrase: string) => ask<Me>('names', { name, passphrase }),
  comeBack: (handle: string, passphrase: string) => ask<Me>('sessions', { handle, passphrase }),
  open: (status: 'open' | 'playing') => ask<TableList>(`tables?status=${status}`),
  mine: (over = false) => ask<TableList>(`me/tables?over=${over}&most=${over ? 20 : 50}`),
  fits: (asked: OptionsRequest) => ask<OptionsAnswer>('options', asked).then(({ problem }) => problem === null),
  create: (plan: NewTableRequest) => ask<NewTableAnswer>('tables', plan),
  table: (table: string) => ask<Snapshot>(`tables/${table}`).then((told) => arrived(told)),
  views: (table: string, seat: number | null) =>
    ask<Step[]>(`tables/${table}/views${seat === null ? '' : `?seat=${seat}`}`),
};

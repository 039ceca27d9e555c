// The HTTP side of the server.
import { ALONE, at } from './base';
import type { Dealt } from './local/messages';
import { reach } from './reach.svelte';
import type {
  Analysed,
  Catalogue,
  Me,
  NewTableAnswer,
  NewTableRequest,
  OptionsAnswer,
  OptionsRequest,
  Snapshot,
  TableList,
  TakenTable,
} from './protocol';
import type { GameEvent, View } from './view';

export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export async function ask<T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> {
  if (ALONE && path !== 'games') throw new Error('there is no server');
  const answer = await fetch(at(`/api/${path}`), {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((error: unknown) => {
    reach.server = false;
    throw error;
  });
  if (path !== 'games') reach.server = true; // the service worker knows the games too
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

/** The parts of a record that a game is dealt and played again from. */
type Recorded = Omit<Dealt, 'rules_version' | 'players' | 'moves'> & {
  rules: number;
  players: unknown[];
  moves: { move: string }[];
};

function dealtOf({ game, rules, options, players, secret, words, moves }: Recorded): Dealt {
  const played = moves.map(({ move }) => move);
  return { game, rules_version: rules, options, players: players.length, secret, words, moves: played };
}

export const api = {
  catalogue: () => ask<Catalogue>('games'),
  me: () => ask<Me>('me'),
  guest: (name: string) => ask<Me>('guests', { name }),
  claim: (name: string, passphrase: string) => ask<Me>('names', { name, passphrase }),
  comeBack: (handle: string, passphrase: string) => ask<Me>('sessions', { handle, passphrase }),
  forget: (passphrase: string | null) => ask<Me>('me/forget', { passphrase }),
  open: (status: 'open' | 'playing') => ask<TableList>(`tables?status=${status}`),
  mine: (over = false) => ask<TableList>(`me/tables?over=${over}&most=${over ? 20 : 50}`),
  fits: (asked: OptionsRequest) => ask<OptionsAnswer>('options', asked).then(({ problem }) => problem === null),
  create: (plan: NewTableRequest) => ask<NewTableAnswer>('tables', plan),
  take: (table: TakenTable) => ask<NewTableAnswer>('tables/taken', table),
  table: (table: string) => ask<Snapshot>(`tables/${table}`),
  analyse: (table: string, deep: boolean) => ask<Analysed>(`tables/${table}/analysis`, { deep }),
  dealt: (table: string) => ask<Recorded>(`tables/${table}/record.json`).then(dealtOf),
  views: (table: string, seat: number | null) =>
    ask<Step[]>(`tables/${table}/views${seat === null ? '' : `?seat=${seat}`}`),
};

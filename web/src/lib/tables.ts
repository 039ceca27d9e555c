// Tables wherever they are: at the server, or on this device.
import { api, type Step } from './api';
import { CommandRefused } from './channel';
import { device } from './device.svelte';
import { saveFile } from './files';
import { isLocal } from './local/messages';
import { person } from './people.svelte';
import type { Analysis, NewTableRequest, OptionsRequest, Rules } from './protocol';
import { reach } from './reach.svelte';
import { socket } from './socket.svelte';
import { arrived, type TableView } from './view';

export { isLocal };

/** What carries commands to a table and tells what happens there. */
export const channelOf = (table: string) => (isLocal(table) ? device : socket);

export async function look(table: string): Promise<TableView> {
  return arrived(isLocal(table) ? await device.request('look', { table }) : await api.table(table));
}

/** A finished game move by move, through the eyes of a seat, or (null) all open. */
export async function stepsOf(table: string, seat: number | null): Promise<Step[]> {
  return isLocal(table) ? (await device.request('steps', { table, seat })).steps : api.views(table, seat);
}

/** What decided a finished game: asked again and again until it is found, which `tell` is told of. */
export async function analysisOf(
  table: string,
  deep: boolean,
  tell: (done: number, moves: number) => void,
  signal: AbortSignal,
): Promise<Analysis> {
  for (;;) {
    const { done, moves, analysis } = isLocal(table)
      ? await device.request('analyse', { table, deep })
      : await api.analyse(table, deep);
    signal.throwIfAborted();
    if (analysis) {
      void import('../record/own').then(({ noteAnalysis }) => noteAnalysis(table, analysis)).catch(() => {});
      return analysis;
    }
    tell(done, moves);
  }
}

/** Begins a game as a finished one was before a move: whoever made it plays on against bots, on this device. */
export async function playOn(table: string, move: number, level: string, rules: Partial<Rules>): Promise<string> {
  device.call(person.called);
  const from = isLocal(table) ? table : await api.dealt(table);
  return (await device.request('branch', { from, move, level, rules })).table;
}

/** Asks this device, or the server for a game whose rules cannot be loaded here. */
async function hereOrThere<Answer>(
  game: string,
  here: () => Promise<Answer>,
  there: () => Promise<Answer>,
): Promise<Answer> {
  if (!(await device.plays(game))) return there();
  try {
    return await here();
  } catch (error) {
    if (reach.server && error instanceof CommandRefused && error.told.code === 'unplayable') return there();
    throw error;
  }
}

/** Whether options of a game go together. */
export function fits(asked: OptionsRequest): Promise<boolean> {
  const here = async () => (await device.request('fits', asked)).fits;
  return hereOrThere(asked.game, here, () => api.fits(asked));
}

/**
 * Begins a game of those at this device and bots: here if it can be played here, else at the server.
 * The deal of a day is played here.
 */
export function begin(plan: NewTableRequest, daily?: string): Promise<string> {
  const here = async () => {
    device.call(person.called);
    void navigator.storage?.persist?.().catch(() => {}); // that the browser does not tidy it away
    return (await device.request('create', { plan, ...(daily ? { daily } : {}) })).table;
  };
  const there = async () => {
    await person.ready();
    return (await api.create({ ...plan, start: true })).table;
  };
  return daily ? here() : hereOrThere(plan.game, here, there);
}

/** Saves the record of a game of this device as a file. */
export async function saveRecord(table: string): Promise<void> {
  const { name, text } = await device.request('record', { table });
  saveFile(name, new Blob([text], { type: 'text/plain' }));
}

/** Makes a table at the server of one on this device, which is then no longer here; answers its id. */
export async function takeToServer(table: string): Promise<string> {
  await person.ready();
  const { table: made } = await api.take(await device.request('take', { table }));
  await device.request('remove', { tables: [table] });
  return made;
}

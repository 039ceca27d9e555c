// What the page asks of the tables on this device beside what it asks of any table, and is told.
import type { Step } from '../api';
import type {
  Analysed,
  Asked,
  NewTableRequest,
  OptionsRequest,
  Rules,
  Snapshot,
  TableInfo,
  TakenTable,
  Told,
} from '../protocol';

/** What tells a table of this device from one at the server. */
const PREFIX = 'local-';
export const isLocal = (table: string): boolean => table.startsWith(PREFIX);
/** An id as long as the server's. */
export const localId = (random: Uint8Array): string =>
  PREFIX + Array.from(random, (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('');

/** A game that was played elsewhere: its deal and its moves. */
export interface Dealt {
  game: string;
  rules_version: number;
  options: Record<string, number | string>;
  players: number;
  secret: string; // hexadecimal
  words: Record<string, string>; // by seat
  moves: string[];
}

/** Each request by its name: what is asked, and what is answered. */
export interface Requests {
  /** The games that can be played without a server. */
  games: [object, { games: string[] }];
  /** Begins a game; with a date, on the deal of that day. */
  create: [{ plan: NewTableRequest; daily?: string }, { table: string }];
  /**
   * A game from before a move of another one, of this device or not: whoever made the move plays on against bots.
   * One that is `passing` is looked at and not kept, as a puzzle is.
   */
  branch: [
    { from: string | Dealt; move: number; level: string; rules: Partial<Rules>; passing?: boolean },
    { table: string },
  ];
  fits: [OptionsRequest, { fits: boolean }];
  /** The tables on this device, the last used first, and the ids of those that cannot be read. */
  list: [object, { tables: TableInfo[]; unreadable: string[] }];
  look: [{ table: string }, Snapshot];
  steps: [{ table: string; seat: number | null }, { steps: Step[] }];
  /** How far the analysis of a finished game is, which gets a little further. */
  analyse: [{ table: string; deep: boolean }, Analysed];
  record: [{ table: string }, { name: string; text: string }];
  /** What the server needs to make a table of it. */
  take: [{ table: string }, TakenTable];
  remove: [{ tables: string[] }, object];
  /** The rules of a game that are here, by their fingerprint: a server with the same ones may send records. */
  rules: [{ game: string }, { fingerprint: string }];
  /**
   * What a server told of one of its tables, with views in place of records: null if that does not fit what was read
   * before; and the version that has been read, -1 before the first.
   */
  read: [{ table: string; game: string; told: Told }, { told: Told | null; version: number }];
  /** Forgets what a seat could see at a table of a server. */
  forget: [{ table: string }, object];
}
export type RequestName = keyof Requests;

export type LocalAsked =
  | Asked
  | { [Name in RequestName]: { do: Name; id: string } & Requests[Name][0] }[RequestName]
  /** What the person at this device is called. */
  | { do: 'call'; id: string; name: string };

/** A table that could not be stored: it goes on, and is lost when the page is closed. */
export interface Unsaved {
  type: 'unsaved';
  table: string;
}
export type LocalTold = Told | Unsaved;

/**
 * The rules, texts, views and bots of a game in the browser: the same Python sources as on the
 * server, made by `sidings.offline` when the package is built (kernels as WebAssembly, the text and
 * view layer as JavaScript).
 *
 * Everything here is synchronous but for what fetches a file, and knows no clock, page or storage:
 * it is made to be called in a Worker. Seats count from 1, 0 is a spectator. A position is opaque
 * and never changed in place: whoever has one may keep it, send it to another thread or store it.
 */
import type { Analysis, Judged, Moment } from '../protocol';
import type { Played } from './analyst';
import { makeEngine, type Script } from './made';

/** A whole position, hidden cards and the key of the deal included. Show it to nobody. */
export type Position = Uint8Array<ArrayBuffer>;

/** What happened in a move, with who may know it: for `eventsFor`. */
export type Told = Int16Array<ArrayBuffer>;

export type Options = Record<string, number | string>;

/** Through whose eyes: a seat, 0 for a spectator, or (null) with all cards open, for replays. */
export type Viewer = number | null;

/** A move that was read: its number and its text as it is written. */
export interface Read {
  legal: true;
  action: number;
  move: string;
}

/** Why a move cannot be played: exactly the server's answer to `why`. */
export interface Objection {
  legal: false;
  rule: string;
  code: string;
  parameters: Record<string, number | string>;
  reason: string; // in English
  nearest: string[];
}

export interface Outcome {
  scores: number[];
  ranking: number[]; // places from 1; equals share the better one
}

/**
 * Work in pieces of some ten milliseconds. Call `next` until it is done, and listen to messages in
 * between; to stop, just do not go on.
 */
export type Work<Result> = Generator<void, Result, void>;

/** What a search may spend: a time, a number of playouts, or whichever ends first. */
export interface Budget {
  ms?: number;
  playouts?: number;
}

/** A bot at a table. It has a memory (of chance, not of cards): keep one for each level there. */
export interface Bot {
  /** Its choice for the seat in turn, from what that seat may see. */
  choose(position: Position): Work<number>;
}

/** A judged move as the server tells it in a hint, and by how many playouts it was found. */
export interface Judgement extends Judged {
  playouts: number;
}

/** What stands in a record beside the moves. */
export interface RecordHeader {
  names: string[];
  options: Options;
  seed: string; // 64 hexadecimal digits, the key of the deal
  reveal: boolean; // whether the seed is told: only once the game is over
  scores: number[] | null; // null while the game is on
  date: string; // as 2026-11-16
  comments?: string[]; // lines before the moves, each beginning with "; "
}

/** Judges the moves of a finished game. */
export interface Analyst {
  readonly moves: readonly string[];
  /** The moves that have been judged. */
  readonly moments: readonly Moment[];
  /** Judges those that are left. */
  rest(): Work<Analysis>;
}

export interface Engine {
  readonly name: string;
  readonly title: string;
  readonly rulesVersion: number;
  /** Of all that it is made of: a server with the same one makes the same views of the same record. */
  readonly fingerprint: string;
  readonly leastPlayers: number;
  readonly mostPlayers: number;
  readonly levels: readonly string[]; // weakest first, `random` included
  readonly playouts: readonly [usual: number, deep: number]; // for each decision of an analysis

  // --- Setting up

  /** Every option with its default where none is given (`preset` too), or BadOption with a sentence. */
  checkOptions(options: Options, players: number): Options;
  /** A dealt game; the key has 32 bytes. */
  deal(key: Uint8Array, players: number, options: Options): Position;
  /** The options that a position is played with. */
  optionsOf(position: Position): Options;
  /** A stored position, checked only for its size and number of players; null if it cannot be one. */
  restore(bytes: Uint8Array): Position | null;

  // --- Playing

  /** The seat whose decision it is, 0 when the game is over. */
  turn(position: Position): number;
  /** The legal actions. */
  legal(position: Position): number[];
  /** The action that a text names to the seat in turn, read from what that seat sees; or why not. */
  read(position: Position, seat: number, move: string): Read | Objection;
  /** The text of a legal action. */
  write(position: Position, action: number): string;
  /** The position after a legal action, and what happened. */
  play(position: Position, action: number): { position: Position; told: Told };
  /** Scores and places; null while the game is on. */
  outcome(position: Position): Outcome | null;

  // --- What a seat is shown, as the server sends it

  /** The position as a seat may see it. */
  hide(position: Position, seat: number): Position;
  /** The game's view, with all its fields. */
  view(position: Position, viewer: Viewer): Record<string, unknown>;
  /** The legal moves of the seat in turn with what they touch. */
  choices(position: Position): unknown[];
  /** The events of a move as a viewer may know them. */
  eventsFor(told: Told, viewer: Viewer): unknown[];
  /** The position in notation, as a viewer sees it. */
  dump(position: Position, viewer: Viewer): Record<string, unknown>;

  // --- What a move tells

  /** The view that a legal action of the seat in turn leads to; null if that cannot be foreseen. */
  foreseen(position: Position, action: number): Record<string, unknown> | null;
  /**
   * Whether the action that a seat played in the position `before` may have told anybody anything.
   * To offer a take-back a few possible worlds are looked at, to grant it (`sure`) many.
   */
  revealed(before: Position, action: number, sure: boolean): boolean;

  // --- Bots

  /** A bot of a level, by default with a seed by chance; fetches the network if the level needs it. */
  bot(level: string, seed?: number): Promise<Bot>;
  /** Judges every legal move of the seat in turn, best first (the server's hint shows three). */
  advise(position: Position, budget: Budget, seed?: number): Promise<Work<Judgement[]>>;

  /** What decided a game, with so many playouts for each decision. */
  analyst(game: Played, playouts: number, seed?: number): Promise<Analyst>;

  // --- Records

  /** The game as a `.train` file. */
  record(header: RecordHeader, moves: readonly string[]): Promise<string>;
}

/** An option, a preset or a number of players that a game does not have; the message says it. */
export { BadOption } from './python';

const scripts = import.meta.glob<{ script: Script }>('../../../engines/*.js');
const modules = import.meta.glob<string>('../../../engines/*.wasm', { query: '?url', import: 'default', eager: true });
const networks = import.meta.glob<string>('../../../../src/sidings/games/*/{net,judge}.bin', {
  query: '?url',
  import: 'default',
  eager: true,
});
const loaded = new Map<string, Promise<Engine>>();

/** The games that can be played without a server. */
export function engineNames(): string[] {
  return Object.keys(scripts).map((path) => path.replace(/^.*\/(.*)\.js$/, '$1'));
}

/** The engine of a game, fetched when it is first asked for. */
export function loadEngine(name: string): Promise<Engine> {
  const engine = loaded.get(name) ?? load(name);
  loaded.set(name, engine);
  engine.catch(() => loaded.delete(name)); // it may be fetched another time
  return engine;
}

async function load(name: string): Promise<Engine> {
  const script = scripts[`../../../engines/${name}.js`];
  const url = modules[`../../../engines/${name}.wasm`];
  if (script === undefined || url === undefined) throw new Error(`there is no engine of ${name}`);
  const [made, module] = await Promise.all([script(), fetched(url).then((file) => WebAssembly.compile(file))]);
  const home = `../../../../src/sidings/games/${name.replaceAll('-', '_')}`;
  return makeEngine(made.script, module, (part) => fetched(networks[`${home}/${part}.bin`] ?? ''));
}

async function fetched(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

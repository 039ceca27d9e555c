/** The engine of a game from what `sidings.offline` makes of it: a module and a script. */
import { Analyst, type Formulas } from './analyst.ts';
import { advise, levelBot, randomBot } from './bots.ts';
import type { Engine, Objection, Options, Position, Read, RecordHeader, Told, Viewer } from './engine';
import { COLUMNS, Machine, type NetworkPart, type Sizes } from './machine.ts';
import { nearest } from './nearest.ts';
import { format_, Objection as Refusal } from './python.ts';
import type { Level } from './search.ts';
import { fromHex, hex, sha256 } from './sha256.ts';

/** A record at an address, made for the game. */
interface State {
  players: number;
}

/** The texts and views of a game; seats count from 0 here. */
export interface Script extends Sizes, Formulas {
  name: string;
  title: string;
  rulesVersion: number;
  fingerprint: string;
  keyAt: number;
  playersAt: number;
  objections: Record<string, string>;
  terms: [string, string][];
  levels: Record<string, Level>;
  /** The most that each level errs on average, the best first. */
  ratings: Record<string, number>;
  playouts: [usual: number, deep: number];
  State: new (kernels: unknown, at: number, scratch: number) => State;
  checkPlayers(players: number): number;
  checkOptions(options: Options, players: number): Options;
  prepare(s: State, options: Options): void;
  readOptions(s: State): Options;
  writeMove(s: State, action: number): string;
  readMove(s: State, words: string[]): number | Refusal | null;
  objectTo(s: State, action: number): Refusal;
  dump(s: State, hidden: boolean): Record<string, unknown>;
  view(s: State, seat: number): Record<string, unknown>;
  choices(s: State, actions: number[]): unknown[];
  tell(rows: number[][]): unknown[];
}

const SEED_LIMIT = 2 ** 48;
const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/; // eslint-disable-line no-control-regex -- as Python splits

/** Makes the engine; `fetchNetwork` gets the file of a network when a bot needs it. */
export function makeEngine(
  script: Script,
  module: WebAssembly.Module,
  fetchNetwork: (part: NetworkPart) => Promise<Uint8Array>,
): Engine & { readonly machine: Machine } {
  const machine = new Machine(module, script);
  const stateAt = (address: number) => new script.State(machine.kernels, address, machine.scratch);
  const whole = stateAt(machine.state);
  const seen = stateAt(machine.hidden);
  const foreseen = stateAt(machine.foreseen);
  const networks = new Map<NetworkPart, Promise<void>>();

  /** The state at hand as a viewer may see it. */
  const look = (position: Position, viewer: Viewer): State => {
    if (viewer === null) machine.put(position);
    else machine.hide(position, viewer - 1);
    return viewer === null ? whole : seen;
  };

  /** The seat in turn, from 0, of a position that is now at hand. */
  const actor = (position: Position): number => {
    machine.put(position);
    return machine.actor(machine.state);
  };

  const loadNetwork = (part: NetworkPart): Promise<void> => {
    const network = networks.get(part) ?? fetchNetwork(part).then((file) => machine.setNetwork(part, file));
    networks.set(part, network);
    network.catch(() => networks.delete(part)); // it may be fetched another time
    return network;
  };

  const objection = (found: Refusal, nearestMoves: string[]): Objection => ({
    legal: false,
    rule: found.rule,
    code: found.code,
    parameters: found.parameters,
    reason: format_(script.objections[found.code] ?? found.code, found.parameters),
    nearest: nearestMoves,
  });

  const unknown = (nearestMoves: string[]): Objection => ({
    legal: false,
    rule: '',
    code: 'unknown',
    parameters: {},
    reason: 'this is not a move of the game',
    nearest: nearestMoves,
  });

  return {
    machine,
    name: script.name,
    title: script.title,
    rulesVersion: script.rulesVersion,
    fingerprint: script.fingerprint,
    leastPlayers: script.players[0]!,
    mostPlayers: script.players.at(-1)!,
    levels: ['random', ...Object.keys(script.levels)],
    playouts: script.playouts,

    checkOptions: (options, players) => script.checkOptions(options, script.checkPlayers(players)),

    deal(key, players, options) {
      const chosen = script.checkOptions(options, script.checkPlayers(players));
      machine.put(new Uint8Array(script.size));
      whole.players = players;
      script.prepare(whole, chosen);
      machine.bytes(machine.state + script.keyAt, 32).set(key);
      machine.kernels.deal!(machine.state);
      return machine.get();
    },

    optionsOf: (position) => script.readOptions(look(position, null)),

    restore(bytes) {
      if (bytes.length !== script.size || !script.players.includes(bytes[script.playersAt]!)) return null;
      return new Uint8Array(bytes);
    },

    turn: (position) => actor(position) + 1,

    legal(position) {
      return actor(position) < 0 ? [] : machine.legal(machine.state);
    },

    read(position, seat, move): Read | Objection {
      look(position, seat);
      const legal = machine.legal(machine.hidden);
      const found = script.readMove(seen, move.split(SPACES).filter(Boolean));
      if (typeof found === 'number' && legal.includes(found))
        return { legal: true, action: found, move: script.writeMove(seen, found) };
      const like = nearest(move, legal.map((action) => script.writeMove(seen, action))); // prettier-ignore
      if (found === null) return unknown(like);
      return objection(typeof found === 'number' ? script.objectTo(seen, found) : found, like);
    },

    write: (position, action) => script.writeMove(look(position, null), action),

    play(position, action) {
      machine.put(position);
      const told = machine.apply(machine.state, action);
      return { position: machine.get(), told };
    },

    outcome(position) {
      return actor(position) < 0 ? machine.outcome(machine.state, whole.players) : null;
    },

    hide(position, seat) {
      machine.hide(position, seat - 1);
      return machine.get(machine.hidden);
    },

    view: (position, viewer) => script.view(look(position, viewer), viewer === null ? 0 : viewer - 1),

    choices(position) {
      look(position, actor(position) + 1);
      return script.choices(seen, machine.legal(machine.hidden));
    },

    eventsFor: (told, viewer) => script.tell(rows(viewer === null ? told : machine.hideEvents(told, viewer - 1))),

    dump: (position, viewer) => script.dump(look(position, viewer), viewer !== null),

    foreseen(position, action) {
      const seat = actor(position);
      return machine.foresee(position, seat, action) ? script.view(foreseen, seat) : null;
    },

    revealed: (before, action, sure) => machine.reveals(before, actor(before), action, sure),

    async bot(name, seed = Math.floor(Math.random() * SEED_LIMIT)) {
      if (name === 'random') return randomBot(machine, seed);
      const level = script.levels[name];
      if (level === undefined) throw new RangeError(`there is no level ${name}`);
      if (level.net) await loadNetwork('net');
      return levelBot(machine, level, seed);
    },

    async advise(position, budget, seed = 0) {
      const level = script.levels.master!;
      if (level.net) await loadNetwork('net');
      const write = (action: number) => script.writeMove(seen, action);
      return advise(machine, level, position, budget, seed, script.terms, write);
    },

    async analyst(game, playouts, seed = 0) {
      await Promise.all((Object.keys(script.networks) as NetworkPart[]).map(loadNetwork));
      return new Analyst(this, script, game, playouts, seed);
    },

    record: (header, moves) => record(script, header, moves),
  };
}

function rows(told: Told): number[][] {
  const found = [];
  for (let at = COLUMNS; at < told.length; at += COLUMNS) found.push(Array.from(told.subarray(at, at + COLUMNS)));
  return found;
}

/** A record as `sidings.play.record` writes it. */
async function record(script: Script, header: RecordHeader, moves: readonly string[]): Promise<string> {
  const lines = [
    `game: ${script.name}`,
    `rules: ${script.rulesVersion}`,
    `players: ${json(header.names)}`,
    `options: ${json(header.options)}`,
    `commitment: ${hex(sha256(fromHex(header.seed)))}`,
  ];
  if (header.reveal) lines.push(`seed: ${header.seed}`);
  if (header.scores !== null) lines.push(`result: ${json(header.scores)}`);
  lines.push(`date: ${header.date}`);
  return [...lines, '', ...(header.comments ?? []), ...moves, ''].join('\n');
}

/** JSON with the spaces that Python puts in. */
function json(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(json).join(', ')}]`;
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${json(one)}`).join(', ')}}`; // prettier-ignore
  return JSON.stringify(value);
}

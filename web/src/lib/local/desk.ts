// All tables of this device: what a server is to its tables, for one page and in a Worker of its own.
import type { Asked, Error as ErrorTold } from '../protocol';
import { Analyses } from './analyses';
import { apply } from './apply';
import { checkRematch, type Command } from './decide';
import type { Engine } from './engine';
import type { Entry } from './entries';
import type { Dealt, LocalAsked, LocalTold, RequestName, Requests } from './messages';
import { RecordReader } from './reader';
import { dealtOf, played, record, steps, taken } from './records';
import { Room, type Around } from './room';
import { checked, draftBranch, draftRematch, draftTable, kept, type Draft } from './setup';
import { fromHex } from './sha256';
import { Refused, TableState } from './state';
import { isKept, type Store } from './store';
import { ownView, sharedParts, snapshot } from './views';

const MOST_FINISHED = 50; // games that are kept to be looked at again

/** One tab at a time has a table open. */
export interface Locks {
  /** Takes the lock of a table, and returns what gives it back; null if another tab has it. */
  take(table: string): Promise<(() => void) | null>;
  /** The same, waiting for the other tab until the signal is given. */
  wait(table: string, signal: AbortSignal): Promise<() => void>;
}

export interface World extends Pick<Around, 'now' | 'wait' | 'breathe'> {
  tell(told: LocalTold): void;
  store: Store;
  locks: Locks;
  games: readonly string[];
  engine(game: string): Promise<Engine>;
  random(count: number): Uint8Array;
}

interface Open {
  room: Room;
  close: () => void;
}

type Request<Name extends RequestName = RequestName> = Extract<LocalAsked, { do: Name }>;

export class Desk {
  #rooms = new Map<string, Promise<Open>>();
  /** Tables that wait until another tab lets go of them. */
  #queued = new Map<string, AbortController>();
  #unsaved = new Set<string>();
  /** Tables that are not to be stored. */
  #passing = new Set<string>();
  /** Of the tables of a server whose records are read here. */
  #readers = new Map<string, RecordReader>();
  #name = '';
  #analyses: Analyses;

  constructor(readonly world: World) {
    this.#analyses = new Analyses(world);
  }

  /** Answers a message of the page, whatever comes of it. */
  async hear(ask: LocalAsked): Promise<void> {
    try {
      await this.#answer(ask);
    } catch (problem) {
      if (!(problem instanceof Refused)) console.error(problem);
      this.world.tell(await this.#refusal(ask, problem));
    }
  }

  async #answer(ask: LocalAsked): Promise<void> {
    switch (ask.do) {
      case 'ping':
        return this.world.tell({ type: 'pong', id: ask.id, now: this.world.now() });
      case 'call':
        this.#name = ask.name;
        return;
      case 'watch':
        return this.#watch(ask);
      case 'unwatch':
        return this.#unwatch(ask);
      case 'say':
      case 'why':
      case 'preview':
      case 'hint':
        return this.#question(ask);
      default:
        if (isRequest(ask)) return this.#request(ask);
        return this.#follow(ask);
    }
  }

  async #refusal(ask: LocalAsked, problem: unknown): Promise<ErrorTold> {
    const table = 'table' in ask && typeof ask.table === 'string' ? ask.table : '';
    const refused =
      problem instanceof Refused ? problem : new Refused('failed', `something went wrong (${String(problem)})`);
    const room = refused.code === 'stale' ? (await this.#rooms.get(table))?.room : undefined;
    return {
      type: 'error',
      id: ask.id,
      code: refused.code,
      message: refused.message,
      ...(table ? { table } : {}),
      ...(refused.rule ? { rule: refused.rule } : {}),
      ...(refused.nearest.length ? { nearest: [...refused.nearest] } : {}),
      ...(room ? { version: room.state.version } : {}),
    };
  }

  // --- Tables in memory

  /** The room of a table, which this tab then has for itself. */
  #open(table: string): Promise<Open> {
    return this.#rooms.get(table) ?? this.#have(table, this.#enter(table));
  }

  #have(table: string, open: Promise<Open>): Promise<Open> {
    this.#rooms.set(table, open);
    open.catch(() => this.#rooms.delete(table));
    return open;
  }

  async #enter(table: string, draft: Draft | null = null, held: (() => void) | null = null): Promise<Open> {
    const release = held ?? (await this.world.locks.take(table));
    if (!release) throw new Refused('elsewhere', 'this game is open in another tab');
    try {
      const { state, log } = draft ?? (await this.#load(table));
      return { room: new Room(state, log, this.#around()), close: release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Lets go of a table that nobody watches any more. */
  async #close(table: string): Promise<void> {
    const found = await this.#rooms.get(table);
    if (!found) return;
    await found.room.idle();
    // What could not be stored is only here.
    if (found.room.isWatched || this.#unsaved.has(table) || !this.#rooms.delete(table)) return;
    this.#passing.delete(table);
    found.close();
  }

  /** The table that its stored log leads to, or Refused with a sentence. */
  async #load(table: string): Promise<Draft> {
    const found = await this.world.store.get(table).catch(() => undefined);
    if (found === undefined) throw new Refused('no-such-table', 'there is no such table on this device');
    if (!isKept(found)) throw new Refused('damaged', 'this stored game is damaged');
    const { header, log } = found;
    if (!this.world.games.includes(header.game))
      throw new Refused('other-rules', `${header.game} cannot be played on this device`);
    const engine = await this.#engine(header.game);
    if (engine.rulesVersion !== header.rules_version)
      throw new Refused('other-rules', 'this table is played by another version of the rules');
    const state = new TableState(header, fromHex(found.secret), engine);
    try {
      for (const entry of log) apply(state, entry);
    } catch (error) {
      if (error instanceof Refused) throw error;
      throw new Refused('damaged', `this stored game is damaged (${String(error)})`);
    }
    if (!state.commitment) throw new Refused('damaged', 'this stored game was never dealt');
    return { state, log: [...log] };
  }

  /** The rules of a game: they may be out of reach, or too new for this browser. */
  async #engine(game: string): Promise<Engine> {
    try {
      return await this.world.engine(game);
    } catch (error) {
      console.warn(error);
      throw new Refused('unplayable', `the rules of ${game} could not be loaded`);
    }
  }

  /** A table and its log, to be read only. */
  async #read(table: string): Promise<Draft> {
    const open = await this.#rooms.get(table);
    return open ? open.room : this.#load(table);
  }

  #around(): Around {
    const { world } = this;
    return {
      tell: (told) => world.tell(told),
      keep: (state, log, ...others) => this.#keep([{ state, log: [...log] }, ...others]),
      now: world.now,
      wait: world.wait,
      breathe: world.breathe,
      name: () => this.#name,
    };
  }

  /** Stores tables. If that is not possible the page is told once, and the game goes on. */
  async #keep(all: Draft[]): Promise<void> {
    const drafts = all.filter(({ state }) => !this.#passing.has(state.header.id));
    const ids = drafts.map(({ state }) => state.header.id);
    try {
      await this.world.store.put(...drafts.map(({ state, log }) => kept(state, log)));
      ids.forEach((id) => this.#unsaved.delete(id));
    } catch {
      for (const table of ids) {
        if (!this.#unsaved.has(table)) this.world.tell({ type: 'unsaved', table });
        this.#unsaved.add(table);
      }
    }
  }

  // --- Watching

  async #watch(ask: Extract<Asked, { do: 'watch' }>): Promise<void> {
    this.#queued.get(ask.table)?.abort();
    this.#queued.delete(ask.table);
    let open: Open;
    try {
      open = await this.#open(ask.table);
    } catch (error) {
      if (error instanceof Refused && error.code === 'elsewhere') void this.#queue(ask);
      throw error;
    }
    await open.room.inTurn(async () => open.room.watch(ask));
  }

  /** Watches a table as soon as the other tab lets go of it. */
  async #queue(ask: Extract<Asked, { do: 'watch' }>): Promise<void> {
    const waiting = new AbortController();
    this.#queued.set(ask.table, waiting);
    const release = await this.world.locks.wait(ask.table, waiting.signal).catch(() => null);
    if (!release) return; // the page has left
    void this.#have(ask.table, this.#enter(ask.table, null, release));
    await this.hear(ask);
  }

  async #unwatch(ask: Extract<Asked, { do: 'unwatch' }>): Promise<void> {
    this.#queued.get(ask.table)?.abort();
    this.#queued.delete(ask.table);
    const open = await this.#rooms.get(ask.table);
    open?.room.unwatch();
    this.world.tell({ type: 'done', id: ask.id, table: ask.table });
    await this.#close(ask.table);
  }

  async #question(ask: Extract<Asked, { do: 'say' | 'why' | 'preview' | 'hint' }>): Promise<void> {
    const reader = this.#readers.get(ask.table);
    if (reader && (ask.do === 'why' || ask.do === 'preview')) return this.#askReader(reader, ask);
    const open = await this.#rooms.get(ask.table);
    if (!open) throw new Refused('not-watching', 'watch the table first');
    if (ask.do === 'say') open.room.say(ask);
    else if (ask.do === 'why') open.room.why(ask);
    else if (ask.do === 'preview') open.room.preview(ask);
    else await open.room.advise(ask);
  }

  // --- Tables of a server

  async #readTold({ table, game, told }: Request<'read'>): Promise<Requests['read'][1]> {
    const engine = await this.#engine(game);
    const reader = this.#readers.get(table) ?? new RecordReader(engine);
    this.#readers.set(table, reader);
    return this.#byRules(() => ({ told: reader.take(told), version: reader.version }));
  }

  /** As the server would answer; without an answer when it is to be asked itself. */
  #askReader(reader: RecordReader, { id, table, do: what, move }: Extract<Asked, { do: 'why' | 'preview' }>): void {
    const answer = this.#byRules(() => {
      const read = reader.read(move);
      if (what === 'why') return read && { ...read };
      return read?.legal ? { move: read.move, view: reader.foreseen(read.action) } : null;
    });
    this.world.tell({ type: 'done', id, table, answer });
  }

  /** What the rules make of a record; if they fail, the page asks the server. */
  #byRules<Found>(find: () => Found): Found {
    try {
      return find();
    } catch (error) {
      throw new Refused('unplayable', `the record cannot be read (${String(error)})`);
    }
  }

  // --- Commands

  async #follow(ask: Command | Extract<Asked, { do: 'rematch' }>): Promise<void> {
    const { room } = await this.#open(ask.table);
    try {
      await room.inTurn(() => (ask.do === 'rematch' ? this.#rematch(room, ask) : room.follow(ask)));
    } finally {
      void this.#close(ask.table);
    }
  }

  async #rematch(room: Room, ask: Extract<Asked, { do: 'rematch' }>): Promise<void> {
    const { state } = room;
    checkRematch(state);
    if (state.rematch) return room.done(ask, { version: state.version, answer: { table: state.rematch } });
    const next = draftRematch(state, this.#chance());
    const { id: table, created: at } = next.state.header;
    void this.#have(table, this.#enter(table, next));
    const entry: Entry = { do: 'rematch', table, at };
    await room.commit({ entry, action: null }, ask, { table }, next);
  }

  #chance() {
    return { bytes: this.world.random, now: this.world.now };
  }

  // --- Requests

  async #request(ask: Request): Promise<void> {
    const answer = await this.#answerOf(ask);
    const table = 'table' in ask ? ask.table : '';
    this.world.tell({ type: 'done', id: ask.id, table, answer: answer as Record<string, unknown> });
  }

  async #answerOf(ask: Request): Promise<Requests[RequestName][1]> {
    switch (ask.do) {
      case 'games':
        return { games: [...this.world.games] };
      case 'create':
        return this.#create(ask);
      case 'branch':
        return this.#branch(ask);
      case 'fits':
        return this.#fits(ask);
      case 'list':
        return this.#list();
      case 'look':
        return this.#look(ask.table);
      case 'remove':
        return this.#remove(ask.tables);
      case 'analyse':
        return this.#analyse(ask);
      case 'rules':
        return { fingerprint: (await this.#engine(ask.game)).fingerprint };
      case 'read':
        return this.#readTold(ask);
      case 'forget':
        this.#readers.delete(ask.table);
        return {};
    }
    const { state, log } = await this.#read(ask.table);
    if (ask.do === 'steps') return { steps: steps(state, log, ask.seat) };
    return ask.do === 'record' ? record(state, log) : taken(state, log);
  }

  async #create({ plan, daily }: Request<'create'>): Promise<{ table: string }> {
    return this.#begin(draftTable(await this.#engine(plan.game), plan, this.#name, this.#chance(), daily));
  }

  async #branch({ from, passing, ...more }: Request<'branch'>): Promise<{ table: string }> {
    const old = typeof from === 'string' ? await this.#read(from) : null;
    const dealt = old ? dealtOf(old.state, old.log) : (from as Dealt);
    const engine = await this.#engine(dealt.game);
    const draft = draftBranch(engine, dealt, { ...more, name: this.#name }, this.#chance());
    if (passing) this.#passing.add(draft.state.header.id);
    return this.#begin(draft);
  }

  async #begin(draft: Draft): Promise<{ table: string }> {
    const table = draft.state.header.id;
    await this.#have(table, this.#enter(table, draft));
    void this.#keep([draft]).then(() => this.#tidy());
    return { table };
  }

  async #fits({ game, players, options }: Request<'fits'>): Promise<{ fits: boolean }> {
    const engine = await this.#engine(game);
    try {
      checked(engine, options ?? {}, players);
      return { fits: true };
    } catch (error) {
      if (error instanceof Refused) return { fits: false };
      throw error;
    }
  }

  async #list(): Promise<Requests['list'][1]> {
    const all = await this.world.store.all().catch(() => []);
    const readable = all.flatMap(([id, found]) => (isKept(found) && found.id === id ? [found] : []));
    const ids = new Set(readable.map(({ id }) => id));
    const tables = readable.map(({ info }) => info).sort((a, b) => b.changed - a.changed);
    return { tables, unreadable: all.map(([id]) => id).filter((id) => !ids.has(id)) };
  }

  async #look(table: string): Promise<Requests['look'][1]> {
    const { state } = await this.#read(table);
    const seat = state.seatOf(null);
    return snapshot(state, seat, sharedParts(state), ownView(state, seat), false);
  }

  async #analyse({ table, deep }: Request<'analyse'>): Promise<Requests['analyse'][1]> {
    return this.#analyses.ask(`${table} ${deep}`, async () => {
      const { state, log } = await this.#read(table);
      return state.engine.analyst(played(state, log), state.engine.playouts[deep ? 1 : 0]);
    });
  }

  async #remove(tables: string[]): Promise<object> {
    for (const table of tables) {
      const open = await this.#rooms.get(table);
      this.#rooms.delete(table);
      open?.room.unwatch();
      open?.close();
    }
    await this.world.store.remove(...tables);
    return {};
  }

  /** Forgets the oldest of many finished games. */
  async #tidy(): Promise<void> {
    const { tables } = await this.#list();
    const old = tables.filter(({ status }) => status === 'over').slice(MOST_FINISHED);
    if (old.length) await this.world.store.remove(...old.map(({ table }) => table)).catch(() => {});
  }
}

const REQUESTS: Record<RequestName, true> = {
  games: true, create: true, branch: true, fits: true, list: true, look: true,
  steps: true, analyse: true, record: true, take: true, remove: true,
  rules: true, read: true, forget: true,
}; // prettier-ignore
const isRequest = (ask: LocalAsked): ask is Request => ask.do in REQUESTS;

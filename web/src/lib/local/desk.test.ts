import { beforeEach, expect, test } from 'vitest';
import type { Analysed, NewTableRequest, Snapshot } from '../protocol';
import { Desk, type Locks } from './desk';
import type { LocalAsked, LocalTold } from './messages';
import { race } from './race';
import type { Kept, Store } from './store';

/** A browser's storage and locks, which several tabs share. */
class Browser {
  kept = new Map<string, unknown>();
  full = false;
  held = new Map<string, (() => void)[]>();

  store: Store = {
    get: async (id) => structuredClone(this.kept.get(id)),
    all: async () => structuredClone([...this.kept]),
    put: async (...kept) => {
      if (this.full) throw new Error('QuotaExceededError');
      for (const one of kept) this.kept.set(one.id, structuredClone(one));
    },
    remove: async (...ids) => ids.forEach((id) => this.kept.delete(id)),
  };

  locks: Locks = {
    take: async (table) => (this.held.has(table) ? null : this.#hold(table)),
    wait: async (table) => {
      const waiting = this.held.get(table);
      if (waiting) await new Promise<void>((settle) => waiting.push(settle));
      return this.#hold(table);
    },
  };

  #hold(table: string): () => void {
    this.held.set(table, []);
    return () => {
      const waiting = this.held.get(table) ?? [];
      this.held.delete(table);
      waiting.shift()?.();
    };
  }
}

/** One tab: asks, and hears what it is told. */
class Tab {
  told: LocalTold[] = [];
  #waiting: (() => void)[] = [];
  #ids = 0;
  desk: Desk;

  constructor(
    readonly browser: Browser,
    version = race.rulesVersion,
  ) {
    this.desk = new Desk({
      tell: (told) => {
        this.told.push(structuredClone(told));
        this.#waiting.splice(0).forEach((settle) => settle());
      },
      store: browser.store,
      locks: browser.locks,
      games: ['race'],
      engine: async () => ({ ...race, rulesVersion: version }),
      random: (count) => crypto.getRandomValues(new Uint8Array(count)),
      now: () => 1000,
      wait: async () => {},
      breathe: async () => {},
    });
    void this.desk.hear({ do: 'call', id: 'c', name: 'Ann' });
  }

  /** The answer to a question: what was done, or the error. */
  async ask<T = Record<string, unknown>>(ask: object): Promise<{ type: string; code?: string; answer?: T }> {
    const id = String(++this.#ids);
    await this.desk.hear({ ...ask, id } as LocalAsked);
    return this.told.find((one) => 'id' in one && one.id === id) as never;
  }

  /** Waits until the tab was told something. */
  async until(wanted: (told: LocalTold) => boolean): Promise<LocalTold> {
    for (;;) {
      const found = this.told.find(wanted);
      if (found) return found;
      await new Promise<void>((settle) => this.#waiting.push(settle));
    }
  }

  async create(plan: Partial<NewTableRequest> = {}): Promise<string> {
    const seats = [{ kind: 'me' as const }, { kind: 'bot' as const, level: 'casual' }];
    const { answer } = await this.ask<{ table: string }>({ do: 'create', plan: { game: 'race', seats, ...plan } });
    const table = answer?.table ?? '';
    await this.ask({ do: 'watch', table });
    return table;
  }

  async look(table: string): Promise<Snapshot> {
    return (await this.ask<Snapshot>({ do: 'look', table })).answer as Snapshot;
  }

  async play(table: string, move: string) {
    const { version } = await this.look(table);
    return this.ask({ do: 'play', table, move, version });
  }
}

let browser: Browser;
let tab: Tab;
beforeEach(() => {
  browser = new Browser();
  tab = new Tab(browser);
});

const TWO = {
  seats: [
    { kind: 'me' as const, name: 'Ann' },
    { kind: 'me' as const, name: 'Leo' },
  ],
};
const SHARED = { ...TWO, rules: { pass_and_play: true } };
const ofTurn = (turn: number) => (told: LocalTold) =>
  (told.type === 'change' || told.type === 'table') && told.state?.turn === turn;

test('a game against a bot, from the deal to a rematch', async () => {
  const table = await tab.create();
  expect(table).toMatch(/^local-[a-z2-7]{16}$/);
  for (;;) {
    const { state } = await tab.look(table);
    if (state.status === 'over') break;
    tab.told = [];
    if (state.turn === 1) await tab.play(table, 'two');
    else await tab.until((told) => ofTurn(1)(told) || (told.type === 'table' && told.state.status === 'over'));
  }
  const { state, history } = await tab.look(table);
  expect(state.result).toEqual({ how: 'finished', ranking: [1, 2], scores: [10, 8], seat: null });
  expect(history.map(({ by }) => by)).toEqual(Array.from({ length: 9 }, (_, i) => (i % 2 ? 'bot' : 'person')));
  expect(state.seed).toMatch(/^[0-9a-f]{64}$/);
  const { answer: replay } = await tab.ask<{ steps: object[] }>({ do: 'steps', table, seat: 0 });
  expect(replay?.steps).toHaveLength(10);
  const { answer: record } = await tab.ask<{ name: string; text: string }>({ do: 'record', table });
  expect(record?.name).toBe('race 1970-01-01 Ann, casual.train');
  expect(record?.text).toContain('; ending: {"how"');
  const again = await tab.ask<{ table: string }>({ do: 'rematch', table });
  const next = again.answer?.table ?? '';
  expect((await tab.look(next)).state.seats.map(({ kind, colour }) => [kind, colour])).toEqual([
    ['bot', 2],
    ['person', 1],
  ]);
  expect((await tab.ask<{ table: string }>({ do: 'rematch', table })).answer?.table).toBe(next);
});

/** Plays a game against a bot to its end. */
async function finished(): Promise<string> {
  const table = await tab.create({ words: 'tests' });
  for (;;) {
    const { state } = await tab.look(table);
    if (state.status === 'over') return table;
    tab.told = [];
    if (state.turn === 1) await tab.play(table, 'two');
    else await tab.until((told) => ofTurn(1)(told) || (told.type === 'table' && told.state.status === 'over'));
  }
}

test('a finished game is analysed in pieces, and another can be played from any of its moves', async () => {
  const table = await finished();
  const { answer } = await tab.ask<Analysed>({ do: 'analyse', table, deep: true });
  expect(answer).toMatchObject({ done: 9, moves: 9, analysis: { names: ['Ann', 'casual'], playouts: 10 } });
  for (const [move, own] of [
    [5, 1],
    [4, 2],
  ] as const) {
    const branch = await tab.ask<{ table: string }>({ do: 'branch', from: table, move, level: 'casual', rules: {} });
    const { state, history, view } = await tab.look(branch.answer?.table ?? '');
    expect(state.seats.map(({ kind }) => kind)).toEqual(own === 1 ? ['person', 'bot'] : ['bot', 'person']);
    expect([state.status, state.turn, history.length]).toEqual(['playing', own, move - 1]);
    expect(view).toMatchObject({ steps: own === 1 ? [4, 4] : [4, 2] });
    expect(state.commitment).toBe((await tab.look(table)).state.commitment);
  }
  expect((await tab.ask({ do: 'branch', from: table, move: 0, level: 'casual', rules: {} })).code).toBe('not-allowed');
});

test('a game that is still played is not analysed', async () => {
  const table = await tab.create();
  expect((await tab.ask({ do: 'analyse', table, deep: false })).code).toBe('not-allowed');
});

test('what was played is there when the page is opened again', async () => {
  const table = await tab.create(SHARED);
  await tab.ask({ do: 'watch', table, seat: 1 });
  await tab.play(table, 'two');
  await tab.ask({ do: 'unwatch', table });
  const later = new Tab(browser);
  const before = await tab.look(table);
  expect(await later.look(table)).toEqual(before);
  const list = await later.ask<{ tables: { table: string; your_turn: boolean }[] }>({ do: 'list' });
  expect(list.answer?.tables.map((one) => [one.table, one.your_turn])).toEqual([[table, true]]);
});

test('people who share the device see one hand at a time', async () => {
  const table = await tab.create(SHARED);
  expect((await tab.look(table)).seat).toBe(0);
  expect((await tab.play(table, 'one')).code).toBe('not-seated');
  await tab.ask({ do: 'watch', table, seat: 2 });
  expect((await tab.play(table, 'one')).code).toBe('not-your-turn');
  await tab.ask({ do: 'watch', table, seat: 1 });
  expect((await tab.play(table, 'one')).type).toBe('done');
  expect((await tab.ask({ do: 'takeback', table, version: 4 })).type).toBe('done');
  expect((await tab.look(table)).state.taken_back).toBe(1);
  expect((await tab.ask({ do: 'takeback', table, version: 5 })).code).toBe('not-allowed');
  await tab.ask({ do: 'leave', table });
  expect((await tab.look(table)).state.seats[0]).toMatchObject({ kind: 'bot', level: 'casual' });
});

test('alone, everything can be taken back, with what bots have answered', async () => {
  const table = await tab.create();
  for (const _ of [1, 2]) {
    tab.told = [];
    await tab.play(table, 'one');
    await tab.until(ofTurn(1));
  }
  for (const left of [2, 0]) {
    const { version } = await tab.look(table);
    await tab.ask({ do: 'takeback', table, version });
    expect((await tab.look(table)).history).toHaveLength(left);
  }
  const { version } = await tab.look(table);
  expect((await tab.ask({ do: 'takeback', table, version })).code).toBe('not-allowed');
});

test('questions are answered, and what is refused changes nothing', async () => {
  const table = await tab.create();
  expect((await tab.ask({ do: 'why', table, move: 'fly' })).answer).toMatchObject({ legal: false, rule: 'R-1' });
  expect((await tab.ask({ do: 'why', table, move: 'one' })).answer).toEqual({ legal: true, move: 'one' });
  expect((await tab.ask({ do: 'preview', table, move: 'two' })).answer?.view).toMatchObject({ steps: [2, 0] });
  const hint = await tab.ask<{ moves: object[] }>({ do: 'hint', table });
  expect(hint.answer?.moves[0]).toEqual({ move: 'two', chance: 0.6, margin: 0.1, why: 'goes far', despite: false });
  const before = await tab.look(table);
  expect((await tab.play(table, 'fly')).code).toBe('illegal');
  expect((await tab.ask({ do: 'play', table, move: 'one', version: 99 })).code).toBe('stale');
  for (const [command, code] of [
    [{ do: 'start' }, 'not-allowed'],
    [{ do: 'sit', seat: 2 }, 'seated'],
    [{ do: 'free', seat: 9 }, 'no-such-seat'],
    [{ do: 'bot', seat: 2, level: 'casual' }, 'not-allowed'],
    [{ do: 'bot', seat: 1, level: 'genius' }, 'bad-option'],
    [{ do: 'back' }, 'not-allowed'],
    [{ do: 'rematch' }, 'not-allowed'],
  ] as const)
    expect((await tab.ask({ ...command, table })).code).toBe(code);
  expect(await tab.look(table)).toEqual(before);
});

test('whoever leaves can come back', async () => {
  const table = await tab.create();
  expect((await tab.look(table)).state.exits).toEqual({ leave: 'free', abandon: 'stopped', resign: 'lost' });
  await tab.ask({ do: 'leave', table });
  expect((await tab.ask({ do: 'sit', table, seat: 2 })).code).toBe('not-allowed');
  await tab.ask({ do: 'sit', table, seat: 1 });
  expect((await tab.look(table)).state.seats[0]?.name).toBe('Ann');
  await tab.ask({ do: 'resign', table });
  expect((await tab.look(table)).state.result).toMatchObject({ how: 'resigned', ranking: [2, 1], seat: 1 });
  expect((await tab.ask({ do: 'leave', table })).code).toBe('over');
});

test('a second tab is told, and goes on when the first lets go', async () => {
  const table = await tab.create();
  const second = new Tab(browser);
  expect((await second.ask({ do: 'watch', table })).code).toBe('elsewhere');
  expect((await second.ask({ do: 'resign', table })).code).toBe('elsewhere');
  expect((await second.look(table)).state.status).toBe('playing');
  tab.told = [];
  await tab.play(table, 'two');
  await tab.until(ofTurn(1));
  await tab.ask({ do: 'unwatch', table });
  const told = (await second.until((one) => one.type === 'table')) as Snapshot;
  expect(told.history.map(({ move }) => move)).toEqual(['two', 'two']);
});

test('when nothing more can be stored the game goes on, and the page is told once', async () => {
  const table = await tab.create();
  browser.full = true;
  for (const _ of [1, 2]) {
    tab.told = tab.told.filter(({ type }) => type === 'unsaved');
    await tab.play(table, 'one');
    await tab.until(ofTurn(1));
  }
  expect(tab.told.filter(({ type }) => type === 'unsaved')).toEqual([{ type: 'unsaved', table }]);
  await tab.ask({ do: 'unwatch', table });
  expect((await tab.look(table)).history).toHaveLength(4);
});

test('what cannot be read is refused, and the others stay', async () => {
  const [good, bad, forged, old] = [await tab.create(), await tab.create(), await tab.create(), await tab.create()];
  for (const table of [good, bad, forged, old]) await tab.ask({ do: 'unwatch', table });
  browser.kept.set(bad, { id: bad, what: 'nonsense' });
  browser.kept.set('foreign', null);
  const change = (id: string, how: (kept: Kept) => void) => {
    const kept = browser.kept.get(id) as Kept;
    how(kept);
  };
  change(forged, (kept) => kept.log.push({ do: 'move', seat: 1, move: 'fly', at: 0 }));
  change(old, (kept) => (kept.header.rules_version = 0));
  const later = new Tab(browser);
  const { answer } = await later.ask<{ tables: { table: string }[]; unreadable: string[] }>({ do: 'list' });
  expect(answer?.unreadable.sort()).toEqual(['foreign', bad].sort());
  for (const [table, code] of [
    [bad, 'damaged'],
    [forged, 'damaged'],
    [old, 'other-rules'],
    ['local-missing', 'no-such-table'],
  ] as const)
    expect((await later.ask({ do: 'watch', table })).code).toBe(code);
  expect((await later.ask({ do: 'watch', table: good })).type).toBe('done');
  await later.ask({ do: 'remove', tables: ['foreign', bad] });
  expect([...browser.kept.keys()].sort()).toEqual([forged, good, old].sort());
});

test('what is taken to a server is the secret and what happened', async () => {
  const table = await tab.create({ ...SHARED, words: 'tests' });
  await tab.ask({ do: 'watch', table, seat: 1 });
  await tab.play(table, 'two');
  const { answer } = await tab.ask<{ log: unknown[] }>({ do: 'take', table });
  expect(answer?.log).toEqual([
    { do: 'sit', seat: 1, name: 'Ann' },
    { do: 'contribute', seat: 1, words: 'tests' },
    { do: 'sit', seat: 2, name: 'Leo' },
    { do: 'contribute', seat: 2, words: 'tests' },
    { do: 'start', commitment: (await tab.look(table)).state.commitment },
    'two',
  ]);
});

test('tables that could not be played are not set up', async () => {
  for (const plan of [
    { seats: [{ kind: 'me' }] },
    { seats: [{ kind: 'me' }, { kind: 'free' }] },
    { options: { x: 1 } },
  ])
    expect((await tab.ask({ do: 'create', plan: { game: 'race', ...TWO, ...plan } })).code).toBe('bad-option');
  expect((await tab.ask({ do: 'fits', game: 'race', players: 2, options: {} })).answer).toEqual({ fits: true });
  expect((await tab.ask({ do: 'fits', game: 'race', players: 9, options: {} })).answer).toEqual({ fits: false });
  expect(browser.kept.size).toBe(0);
});

test('rules that cannot be loaded are no objection to a plan', async () => {
  tab.desk.world.engine = () => Promise.reject(new Error('not here'));
  expect((await tab.ask({ do: 'create', plan: { game: 'race', ...TWO } })).code).toBe('unplayable');
  expect((await tab.ask({ do: 'fits', game: 'race', players: 2, options: {} })).code).toBe('unplayable');
});

test('a puzzle is set up after its moves, seen by the seat in turn, and kept nowhere', async () => {
  const browser = new Browser();
  const tab = new Tab(browser);
  const from = {
    game: 'race',
    rules_version: race.rulesVersion,
    players: 2,
    options: {},
    secret: '0'.repeat(64),
    words: {},
    moves: ['one', 'two', 'two', 'one'],
  };
  const staged = { do: 'branch', from, move: 4, level: 'casual', rules: { hints: false }, passing: true };
  const { answer } = await tab.ask<{ table: string }>(staged);
  const table = answer?.table ?? '';
  await tab.ask({ do: 'watch', table });
  const seen = (await tab.until((told) => told.type === 'table')) as Snapshot;
  expect(seen).toMatchObject({ seat: 2, view: { steps: [3, 2] }, state: { turn: 2 } });
  expect(seen.history.map(({ by }) => by)).toEqual(['bot', 'person', 'bot']);
  expect(browser.kept.size).toBe(0);
  await tab.ask({ do: 'unwatch', table });
  expect(await tab.ask({ do: 'watch', table })).toMatchObject({ code: 'no-such-table' });
  expect(await tab.ask({ ...staged, from: { ...from, moves: ['three'] } })).toMatchObject({ code: 'damaged' });
});

test('the deal of a day has the same secret for everybody', async () => {
  const secrets = [];
  for (const daily of ['2026-11-16', '2026-11-16', '2026-11-17']) {
    const browser = new Browser();
    const plan = { game: 'race', seats: [{ kind: 'me' }, { kind: 'bot', level: 'casual' }] };
    const tab = new Tab(browser);
    const { answer } = await tab.ask<{ table: string }>({ do: 'create', plan, daily });
    await tab.ask({ do: 'watch', table: answer?.table });
    secrets.push((browser.kept.get(answer?.table ?? '') as Kept).secret);
  }
  expect(secrets[0]).toBe(secrets[1]);
  expect(secrets[0]).not.toBe(secrets[2]);
});

/** What a server tells of a table: two players who have gone 3 and 4 steps, and it is the first one's turn. */
const TOLD = {
  type: 'table',
  table: 'at-a-server',
  version: 5,
  seat: 1,
  state: { turn: 1 },
  view: null,
  choices: [],
  history: [],
  record: btoa('\x02\x01\x03\x04'),
};
const OF_SERVER = { table: TOLD.table, game: 'race' };

test('records of a server become views here, and moves are judged until all is forgotten', async () => {
  const { table } = TOLD;
  expect(await tab.ask({ do: 'rules', game: 'race' })).toMatchObject({ answer: { fingerprint: race.fingerprint } });
  const read = await tab.ask({ do: 'read', ...OF_SERVER, told: TOLD });
  expect(read.answer).toMatchObject({ version: 5, told: { view: { steps: [3, 4] }, choices: [{ move: 'one' }, {}] } });
  const presence = { type: 'presence', table, seats: [], screen: false };
  expect((await tab.ask({ do: 'read', ...OF_SERVER, told: presence })).answer).toEqual({ version: 5, told: presence });
  expect(await tab.ask({ do: 'why', table, move: 'ten' })).toMatchObject({ answer: { legal: false, code: 'steps' } });
  expect(await tab.ask({ do: 'preview', table, move: 'two' })).toMatchObject({ answer: { view: { steps: [5, 4] } } });
  expect((await tab.ask({ do: 'preview', table, move: 'ten' })).answer).toBe(null);
  await tab.ask({ do: 'forget', table });
  expect(await tab.ask({ do: 'why', table, move: 'ten' })).toMatchObject({ code: 'not-watching' });
});

test('a record that cannot be read is refused', async () => {
  const told = { ...TOLD, record: '?' };
  expect(await tab.ask({ do: 'read', ...OF_SERVER, told })).toMatchObject({ code: 'unplayable' });
});

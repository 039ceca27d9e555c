// Asks tables of this device what was asked of a server's, and compares what they tell (tests/server/test_device.py).
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { NewTableRequest } from '../protocol';
import { Desk } from './desk';
import type { Bot, Engine } from './engine';
import { makeEngine, type Script } from './made';
import type { LocalAsked, LocalTold } from './messages';

interface Written {
  plan: NewTableRequest;
  steps: { ask: { do: string }; told: Record<string, unknown>[] }[];
  /** The moves of bots, in the order in which they were made. */
  bots: string[];
  record: string;
  /** The replay, all open and through the eyes of the first seat. */
  open: unknown[];
  first: unknown[];
}

const file = process.env['SIDINGS_TOLD'];
const all = file ? (JSON.parse(readFileSync(file, 'utf8')) as Written[]) : [];

/** What differs from table to table, and what only a server has. */
const OWN = ['id', 'table', 'created', 'before', 'rematch', 'invitation', 'seat_token', 'free_seats'];
const common = (told: unknown): unknown =>
  JSON.parse(JSON.stringify(told, (key, value: unknown) => (OWN.includes(key) ? undefined : value)));

/** The engine of a game, from the files that the page is built of. */
async function engineOf(game: string): Promise<Engine> {
  const { script } = (await import(`../../../engines/${game}.js`)) as { script: Script };
  const module = await WebAssembly.compile(readFileSync(`engines/${game}.wasm`));
  return makeEngine(script, module, () => Promise.reject(new Error('no bot thinks here')));
}

/** A game whose bots make the moves that they made at the server. */
function following(engine: Engine, moves: string[]): Engine {
  const bot: Bot = {
    *choose(position) {
      yield;
      const read = engine.read(position, engine.turn(position), moves.shift() ?? '');
      return read.legal ? read.action : -1;
    },
  };
  return Object.assign(Object.create(engine) as Engine, { bot: async () => bot });
}

class Tab {
  told: LocalTold[] = [];
  #wake = () => {};
  readonly desk: Desk;

  constructor(engine: Engine) {
    const kept = new Map<string, unknown>();
    let tables = 0;
    this.desk = new Desk({
      tell: (told) => {
        this.told.push(told);
        this.#wake();
      },
      store: {
        get: async (id) => kept.get(id),
        all: async () => [...kept],
        put: async (...some) => some.forEach((one) => kept.set(one.id, one)),
        remove: async () => {},
      },
      locks: { take: async () => () => {}, wait: async () => () => {} },
      games: [engine.name],
      engine: async () => engine,
      random: (count) => new Uint8Array(count).fill(count === 32 ? 0 : ++tables), // the secret is nought
      now: () => 1000,
      wait: async () => {},
      breathe: async () => {},
    });
  }

  async answer<T>(ask: object): Promise<T> {
    this.told = [];
    await this.desk.hear({ ...ask, id: 'x' } as LocalAsked);
    const done = this.told.find((one) => one.type === 'done');
    return (done as { answer?: unknown } | undefined)?.answer as T;
  }

  /** What is told after a question: so many messages, and no more. */
  async tellings(ask: object, count: number): Promise<LocalTold[]> {
    this.told = [];
    await this.desk.hear({ ...ask, id: 'x' } as LocalAsked);
    while (this.told.length < count) await new Promise<void>((settle) => (this.#wake = settle));
    await new Promise((settle) => setTimeout(settle));
    return this.told;
  }
}

if (!file) test.skip('is asked for by tests/server/test_device.py');

test.each(all)('$plan.game with $plan.rules', async ({ plan, steps, bots, ...replay }) => {
  const tab = new Tab(following(await engineOf(plan.game), [...bots]));
  await tab.desk.hear({ do: 'call', id: 'x', name: 'Ann' });
  const { table } = await tab.answer<{ table: string }>({ do: 'create', plan });
  for (const [number, { ask, told }] of steps.entries()) {
    const found = await tab.tellings({ ...ask, table }, told.length);
    expect(common(found), `${number}: ${JSON.stringify(ask)}`).toEqual(common(told));
  }
  for (const [seat, wanted] of [
    [null, replay.open],
    [1, replay.first],
  ] as const)
    expect(common((await tab.answer<{ steps: unknown[] }>({ do: 'steps', table, seat })).steps)).toEqual(
      common(wanted),
    );
  const { text } = await tab.answer<{ text: string }>({ do: 'record', table });
  const lines = (record: string) => record.split('\n').filter((line) => !line.startsWith('date:'));
  expect(lines(text)).toEqual(lines(replay.record));
});

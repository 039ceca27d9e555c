// Makes views of the records that a server sent, and compares them with its own (tests/server/test_device.py).
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Change, Snapshot } from '../protocol';
import { arrived, changed, type TableView } from '../view';
import { makeEngine, type Script } from './made';
import { RecordReader } from './reader';

type AboutTable = Snapshot | Change;

interface Written {
  plan: { game: string; rules: object };
  steps: { ask: { do: string; move?: string }; told: (AboutTable | { type: 'done'; answer?: { view?: unknown } })[] }[];
  records: AboutTable[];
}

const file = process.env['SIDINGS_TOLD'];
const all = file ? (JSON.parse(readFileSync(file, 'utf8')) as Written[]) : [];

async function readerOf(game: string): Promise<RecordReader> {
  const { script } = (await import(`../../../engines/${game}.js`)) as { script: Script };
  const module = await WebAssembly.compile(readFileSync(`engines/${game}.wasm`));
  return new RecordReader(makeEngine(script, module, () => Promise.reject(new Error('no bot thinks here'))));
}

/** The next view; others are told who is here at other times. */
function next(view: TableView | null, told: AboutTable): TableView {
  const made = told.type === 'table' ? arrived(told, view) : changed(view!, told);
  return { ...made!, presence: [], screen: false };
}

const keyOf = (view: TableView) => `seat ${view.seat}, version ${view.version}`;

if (!file) test.skip('is asked for by tests/server/test_device.py');

test.each(all)('records of $plan.game with $plan.rules', async ({ plan, steps, records }) => {
  const sent = new Map<string, TableView>();
  const previews = new Map<string, [string, unknown]>();
  let view: TableView | null = null;
  for (const { ask, told } of steps)
    for (const one of told) {
      if (one.type === 'done') {
        if (ask.do === 'preview') previews.set(keyOf(view!), [ask.move!, one.answer?.view]);
      } else if (one.type === 'table' || one.type === 'change') {
        view = next(view, one);
        sent.set(keyOf(view), view);
      }
    }

  const reader = await readerOf(plan.game);
  let compared = 0;
  view = null;
  for (const one of records) {
    const read: AboutTable = one.type === 'table' ? reader.snapshot(one) : reader.change(one)!;
    view = next(view, read);
    const wanted = sent.get(keyOf(view));
    if (!wanted) continue; // a bot had moved before this socket watched
    const { record: _, ...shown } = view as TableView & { record?: string };
    expect(JSON.parse(JSON.stringify({ ...shown, events: [] })), keyOf(view)).toEqual({ ...wanted, events: [] });
    const [move, foreseen] = previews.get(keyOf(view)) ?? [];
    const judged = reader.read(move ?? '');
    if (move && judged?.legal) {
      expect(JSON.parse(JSON.stringify(reader.foreseen(judged.action)))).toEqual(foreseen);
      compared += 1;
    }
  }
  expect(records.filter((one) => one.record).length).toBeGreaterThan(10);
  expect(compared).toBeGreaterThan(3);
});

/** Plays recorded games again with the engine of a browser, and compares everything. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { levelBot } from '../../web/src/lib/local/bots.ts';
import { makeEngine } from '../../web/src/lib/local/made.ts';
import { Search, type Level } from '../../web/src/lib/local/search.ts';

const [files, networks, recorded] = process.argv.slice(2) as [string, string, string];
const { script } = await import(`${files}.js`);
const module = new WebAssembly.Module(readFileSync(`${files}.wasm`));
const engine = makeEngine(script, module, async (part) => readFileSync(`${networks}/${part}.bin`));
const machine = engine.machine;

let comparisons = 0;
const different: string[] = [];
const kinds: Record<string, number> = {};

const digest = (data: Uint8Array | string) => createHash('sha1').update(data).digest('hex').slice(0, 12);
const told = (value: unknown) => digest(JSON.stringify(value));

function same(kind: string, found: unknown, expected: unknown, shown?: unknown): void {
  comparisons += 1;
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  kinds[kind] = (kinds[kind] ?? 0) + 1;
  different.push(`${kind}: ${JSON.stringify(shown ?? found)}, not ${JSON.stringify(expected)}`.slice(0, 1500));
}

/** A generator's result. */
function finish<Result>(work: Generator<void, Result, void>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

function asked(position: Uint8Array<ArrayBuffer>, seat: number, text: string): unknown {
  const answer = engine.read(position, seat, text);
  if (answer.legal) return [answer.action, answer.move];
  return [answer.rule, answer.code, answer.parameters, answer.reason, answer.nearest];
}

async function compareBots(position: Uint8Array<ArrayBuffer>, seat: number, legal: number[], bots: any): Promise<void> {
  await engine.bot('expert', 0); // which fetches the network
  const estimated = (level: Level, playouts: number, untilClear: boolean) => {
    const search = new Search(machine, level, Infinity, playouts, bots.seed);
    const found = finish(search.estimate(engine.hide(position, seat), [...legal], 0, untilClear));
    return found.map((one) => [one.action, one.chance, one.error, one.playouts]);
  };
  for (const [name, { level, action, estimates }] of Object.entries<any>(bots.levels)) {
    same(`choice of ${name}`, finish(levelBot(machine, level, bots.seed).choose(position)), action);
    if (!estimates) continue;
    same(`estimates of ${name}`, estimated(level, level.playouts, false), estimates);
  }
  const [most, early] = bots.early;
  for (const [name, estimates] of Object.entries<any>(early))
    same(`early estimates of ${name}`, estimated(bots.levels[name].level, most, true), estimates);
  const advice = finish(await engine.advise(position, { playouts: bots.playouts }, bots.seed));
  same('advice', advice.map((one) => [one.move, one.chance, one.margin, one.why, one.despite]), bots.advice); // prettier-ignore
}

for (const line of readFileSync(recorded, 'utf8').split('\n')) {
  const game = JSON.parse(line);
  let position = engine.deal(Buffer.from(game.key, 'hex'), game.players, game.options);
  same('options', engine.optionsOf(position), game.options);
  for (const step of game.steps) {
    same('state', digest(position), step.state);
    same('turn', engine.turn(position), step.turn);
    same('legal', engine.legal(position), step.legal);
    step.seen.forEach(([hidden, view, dumped]: string[], viewer: number) => {
      same('hidden', digest(engine.hide(position, viewer)), hidden);
      const shown = engine.view(position, viewer);
      same('view', told(shown), view, shown);
      const position_ = engine.dump(position, viewer);
      same('dump', told(position_), dumped, position_);
    });
    same('open view', told(engine.view(position, null)), step.open[0]);
    same('open dump', told(engine.dump(position, null)), step.open[1]);
    const choices = engine.choices(position);
    same('choices', told(choices), step.choices, choices);
    for (const [text, answer] of step.asked) {
      const found = asked(position, step.turn, text);
      same('asked', told(found), answer, [text, found]);
    }
    if (step.bots) await compareBots(position, step.turn, step.legal, step.bots);
    const foreseen = engine.foreseen(position, step.action);
    same('foreseen', told(foreseen), step.foreseen, foreseen);
    const played = engine.play(position, step.action);
    same('events', told(engine.eventsFor(played.told, null)), step.events);
    step.told.forEach((events: string, viewer: number) => {
      const found = engine.eventsFor(played.told, viewer);
      same('told', told(found), events, found);
    });
    if ('revealed' in step) same('revealed', engine.revealed(position, step.action, false), step.revealed);
    position = played.position;
  }
  same('end', digest(position), game.end.state);
  if (game.end.analysis) {
    const { playouts, moves, found } = game.end.analysis;
    const dealt = engine.deal(Buffer.from(game.key, 'hex'), game.players, game.options);
    const analyst = await engine.analyst({ names: found.names, dealt, moves }, playouts, 1);
    same('analysis', finish(analyst.rest()), found);
  }
  const { scores, ranking } = game.end;
  same('outcome', engine.outcome(position), scores ? { scores, ranking } : null);
}

console.log(JSON.stringify({ comparisons, different: different.length, kinds, first: different.slice(0, 5) }));

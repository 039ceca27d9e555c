/** How long the engine of a browser analyses a game; see analysis.py. */
import { readFileSync } from 'node:fs';
import { makeEngine } from '../web/src/lib/local/made.ts';

const [files, networks, recorded] = process.argv.slice(2) as [string, string, string];
const { script } = await import(`${files}.js`);
const module = new WebAssembly.Module(readFileSync(`${files}.wasm`));
const engine = makeEngine(script, module, async (part) => readFileSync(`${networks}/${part}.bin`));
const { key, players, options, names, moves } = JSON.parse(readFileSync(recorded, 'utf8'));
const dealt = engine.deal(Buffer.from(key, 'hex'), players, options);
const start = process.cpuUsage();
const analyst = await engine.analyst({ names, dealt, moves }, engine.playouts[0], 0);
const work = analyst.rest();
let step = work.next();
while (!step.done) step = work.next();
const { user, system } = process.cpuUsage(start);
console.log(JSON.stringify({ seconds: (user + system) / 1e6, errors: step.value.seats.map(({ error }) => error) }));

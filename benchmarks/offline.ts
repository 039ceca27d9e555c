/** How fast the engine of a browser plays at random and searches; see offline.py. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { makeEngine } from '../web/src/lib/local/made.ts';
import { Search } from '../web/src/lib/local/search.ts';

const [files, networks, given] = process.argv.slice(2) as [string, string, string];
const { template, seed, games, cap, playouts, level, module, text } = JSON.parse(given);
const { script } = await import(`${files}.js`);
const wasm = readFileSync(module);
const network = (part: string) => readFileSync(`${networks}/${part}.bin`);
const [WARM_UP, TRIES] = [1.5e6, 5]; // microseconds
const began = performance.now();
const engine = makeEngine(script, new WebAssembly.Module(wasm), async (part) => network(part));
const opened = performance.now() - began;
const machine = engine.machine;

/** The result of some work, and the least time of several tries, once the browser has optimised it. */
function timed<Result>(work: () => Result): [Result, number] {
  for (const start = process.cpuUsage(); process.cpuUsage(start).user < WARM_UP; ) work();
  let [result, least] = [work(), Infinity];
  for (let i = 0; i < TRIES; i++) {
    const start = process.cpuUsage();
    result = work();
    least = Math.min(least, process.cpuUsage(start).user / 1e6);
  }
  return [result, least];
}

function playRandom(): number {
  machine.put(new Uint8Array(Buffer.from(template, 'base64')));
  const { kernels, work, state, actions, chance } = machine;
  return kernels.play_random!(work, state, seed, 0, games, cap, actions, chance);
}

function search(): [number, number] {
  const position = engine.deal(new Uint8Array(32).fill(seed), 2, {});
  const found = new Search(machine, level, Infinity, playouts, seed);
  const work = found.estimate(engine.hide(position, engine.turn(position)), engine.legal(position), 0, false);
  let step = work.next();
  while (!step.done) step = work.next();
  return [found.moves, step.value[0]!.chance];
}

await engine.bot('master'); // which fetches the network
const [moves, seconds] = timed(playRandom);
const [[simulated, chance], searching] = timed(search);
console.log(
  JSON.stringify({
    moves, seconds, simulated, chance, searching, opened,
    memory: machine.kernels.memory.buffer.byteLength,
    module: brotliCompressSync(readFileSync(`${files}.wasm`)).length,
    text: brotliCompressSync(readFileSync(text)).length,
  }),
); // prettier-ignore

// The Worker in which the tables of this device live, so that the page never waits for a bot.
import { Desk, type Locks } from './desk';
import { engineNames, loadEngine } from './engine';
import type { LocalAsked } from './messages';
import { DeviceStore } from './store';

const nameOf = (table: string) => `sidings table ${table}`;

/** Holds a lock until what it returns is called; null if it is not given. */
function hold(table: string, options: LockOptions): Promise<(() => void) | null> {
  return new Promise((settle, fail) => {
    navigator.locks
      .request(nameOf(table), options, (lock) => {
        if (!lock) return settle(null);
        return new Promise<void>((release) => settle(release));
      })
      .catch(fail);
  });
}

const free = () => {};
// Pages that came over plain http have no locks: there, two tabs on one game are not told apart.
const locks: Locks = {
  take: async (table) => (navigator.locks ? hold(table, { ifAvailable: true }) : free),
  wait: async (table, signal) => (navigator.locks ? ((await hold(table, { signal })) ?? free) : free),
};

const channel = new MessageChannel();
const breathing: (() => void)[] = [];
channel.port1.onmessage = () => breathing.shift()?.();

const desk = new Desk({
  tell: (told) => postMessage(told),
  store: new DeviceStore(),
  locks,
  games: engineNames(),
  engine: loadEngine,
  random: (count) => crypto.getRandomValues(new Uint8Array(count)),
  now: () => Date.now(),
  wait: (ms) => new Promise((settle) => setTimeout(settle, Math.max(0, ms))),
  // A message to oneself comes after those of the page, and sooner than any timer.
  breathe: () =>
    new Promise((settle) => {
      breathing.push(settle);
      channel.port2.postMessage(null);
    }),
});

onmessage = ({ data }: MessageEvent<LocalAsked>) => void desk.hear(data);

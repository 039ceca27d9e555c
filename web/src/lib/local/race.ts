// A tiny game for the tests of the tables on this device: each player in turn goes one or two steps, and
// whoever comes to ten first has won. Nothing is hidden but the key.
import type { Moment } from '../protocol';
import type { Bot, Engine, Objection, Position, Read, Told } from './engine';
import { BadOption } from './engine';

const GOAL = 10;
/** The bytes of a position: the players, whose turn it is, and how far each is. */
const steps = (position: Position) => [...position.slice(2)];
const over = (position: Position) => steps(position).some((far) => far >= GOAL);

function* think(action: number): Generator<void, number, void> {
  yield;
  return action;
}

const bot: Bot = { choose: () => think(1) };

export const race: Engine = {
  name: 'race',
  title: 'Race',
  rulesVersion: 1,
  fingerprint: 'race',
  leastPlayers: 2,
  mostPlayers: 4,
  levels: ['random', 'casual'],
  playouts: [1, 10],
  checkOptions(options, players) {
    if (players < 2 || players > 4) throw new BadOption(`Race is for 2 to 4 players, not ${players}`);
    for (const name of Object.keys(options)) throw new BadOption(`Race has no option ${name}`);
    return {};
  },
  deal: (_, players) => Uint8Array.from([players, 1, ...Array.from({ length: players }, () => 0)]),
  optionsOf: () => ({}),
  restore: (bytes) => Uint8Array.from(bytes),
  turn: (position) => (over(position) ? 0 : (position[1] ?? 0)),
  legal: () => [0, 1],
  read(_, __, move): Read | Objection {
    const action = ['one', 'two'].indexOf(move);
    if (action >= 0) return { legal: true, action, move };
    return { legal: false, rule: 'R-1', code: 'steps', parameters: {}, reason: 'one or two steps', nearest: ['one'] };
  },
  write: (_, action) => ['one', 'two'][action] ?? '',
  play(position, action) {
    const after = Uint8Array.from(position);
    const seat = position[1] ?? 1;
    after[1 + seat] = (after[1 + seat] ?? 0) + action + 1;
    after[1] = (seat % (position[0] ?? 1)) + 1;
    return { position: after, told: Int16Array.of(seat, action + 1) as Told };
  },
  outcome(position) {
    const scores = steps(position);
    return over(position) ? { scores, ranking: scores.map((far) => (far >= GOAL ? 1 : 2)) } : null;
  },
  hide: (position) => position,
  view: (position, viewer) => ({ steps: steps(position), viewer }),
  choices: () => [{ move: 'one' }, { move: 'two' }],
  eventsFor: (told) => [{ do: 'go', seat: told[0], far: told[1] }],
  dump: (position) => ({ steps: steps(position) }),
  foreseen: (position, action) => race.view(race.play(position, action).position, position[1] ?? 0),
  revealed: () => false,
  bot: async () => bot,
  advise: async () =>
    (function* () {
      yield;
      const common = { margin: 0.1, why: 'goes far', despite: false, playouts: 9 };
      return [
        { move: 'two', chance: 0.6, ...common },
        { move: 'one', chance: 0.4, ...common },
      ];
    })(),
  analyst: async ({ names, moves }, playouts) => {
    const moments: Moment[] = [];
    return {
      moves,
      moments,
      *rest() {
        for (const move of moves) {
          const nothing = { decision: null, mark: 'good', fortune: '' } as const;
          moments.push({ number: moments.length + 1, seat: 1, move, ...nothing, luck: [], chances: [] });
          yield;
        }
        const sums = { turning_points: [], luckiest: 0, unluckiest: 0, luckier: 0, seats: [] };
        return { game: 'race', names, playouts, finished: true, moments, ...sums };
      },
    };
  },
  record: async (header, moves) => [JSON.stringify(header.names), ...(header.comments ?? []), ...moves].join('\n'),
};

/** The bots and the advice of a game in the browser: `sidings.bots` in small. */
import type { Bot, Budget, Judgement, Position, Work } from './engine';
import type { Machine } from './machine.ts';
import { FORESIGHT, Search, type Estimate, type Level } from './search.ts';

const SIGMAS = 1.96; // 95 %
const SLIGHT = 1e-9; // a smaller difference between terms is rounding

/** Any legal move, each as likely as the next. */
export function randomBot(machine: Machine, seed: number): Bot {
  const chance = machine.seeded(seed, 0);
  return {
    *choose(position) {
      yield; // as all do
      machine.put(position);
      const legal = machine.legal(machine.state);
      return legal[machine.withChance(chance, (at) => machine.kernels.below!(at, legal.length))]!;
    },
  };
}

/** The bot that plays as a level says. */
export function levelBot(machine: Machine, level: Level, seed: number): Bot {
  if (level.searches) return searchBot(machine, level, seed);
  const chance = machine.seeded(seed, level.net ? 0 : level.depth);
  return {
    *choose(position) {
      yield;
      machine.put(position);
      machine.hide(position, machine.actor(machine.state));
      const { kernels, hidden, style, actions, terms } = machine;
      machine.setStyle(level.style);
      return machine.withChance(chance, (at) =>
        level.net
          ? kernels.learned!(hidden, level.blur, level.looks, actions, terms, at)
          : kernels.thumb!(hidden, level.depth, level.blur, style, actions, terms, at),
      );
    },
  };
}

function searchBot(machine: Machine, level: Level, seed: number): Bot {
  const search = new Search(machine, level, level.ms || Infinity, level.playouts || Infinity, seed);
  return {
    *choose(position) {
      machine.put(position);
      machine.hide(position, machine.actor(machine.state));
      const legal = machine.legal(machine.hidden);
      if (legal.length === 1) return legal[0]!;
      const found = yield* search.estimate(machine.get(machine.hidden), legal, level.candidates, true);
      return found[0]!.action;
    },
  };
}

/** Judges every legal move of the seat in turn; `write` is for the text of an action. */
export function* advise(
  machine: Machine,
  level: Level,
  position: Position,
  budget: Budget,
  seed: number,
  terms: readonly [string, string][],
  write: (action: number) => string,
): Work<Judgement[]> {
  machine.put(position);
  machine.hide(position, machine.actor(machine.state));
  const hidden = machine.get(machine.hidden);
  const legal = machine.legal(machine.hidden);
  const search = new Search(machine, level, budget.ms ?? Infinity, budget.playouts ?? Infinity, seed);
  const found = yield* search.estimate(hidden, legal, 0, false);
  machine.put(hidden, machine.hidden);
  const reasons = reasonsOf(machine, legal, terms);
  return found.map((one, place) => judgement(one, write(one.action), reasons.get(one.action)!, place === 0));
}

function judgement(one: Estimate, move: string, reason: Reason, best: boolean): Judgement {
  const margin = one.playouts ? SIGMAS * one.error : null;
  const despite = best && reason.words !== '' && !reason.favours;
  return { move, chance: one.chance, margin, why: reason.words, despite, playouts: one.playouts };
}

interface Reason {
  words: string;
  favours: boolean;
}

/** The term in which each action differs most from the average, and whether in its favour. */
export function reasonsOf(
  machine: Machine,
  actions: number[],
  phrases: readonly [string, string][],
): Map<number, Reason> {
  const n = actions.length;
  if (n === 1) return new Map([[actions[0]!, { words: 'the only move', favours: true }]]);
  const rows = machine.rate(actions, FORESIGHT);
  const averages = phrases.map((_, term) => rows.reduce((sum, row) => sum + row[term]!, 0) / n);
  return new Map(
    actions.map((action, k) => {
      let [most, largest] = [0, -1];
      const differences = averages.map((average, term) => rows[k]![term]! - average);
      differences.forEach((difference, term) => {
        if (Math.abs(difference) > largest) [most, largest] = [term, Math.abs(difference)];
      });
      if (phrases.length === 0) return [action, { words: '', favours: true }];
      const favours = differences[most]! > 0;
      if (largest <= SLIGHT) return [action, { words: 'much like the others', favours: true }];
      return [action, { words: phrases[most]![favours ? 0 : 1]!, favours }];
    }),
  );
}

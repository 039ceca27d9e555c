// What is made of a table's log: the replay of a finished game, the record, and what is taken to a server.
import type { Step } from '../api';
import type { TakenTable } from '../protocol';
import type { GameEvent, View } from '../view';
import type { Played } from './analyst';
import { movesOf, type Entry } from './entries';
import type { Position } from './engine';
import type { Dealt } from './messages';
import { hex } from './sha256';
import { Refused, type TableState } from './state';

const MOST_NAME = 80; // characters of a file's name

/** A finished game move by move, through the eyes of a seat, or (null) all open. */
export function steps(state: TableState, log: readonly Entry[], seat: number | null): Step[] {
  if (state.status !== 'over') throw new Refused('not-allowed', 'there is no finished game');
  if (seat !== null && seat > state.header.players) throw new Refused('no-such-seat', 'there is no such seat');
  const { engine, header } = state;
  const seen = (position: Position) => engine.view(position, seat) as View;
  let position = engine.deal(state.key(), header.players, header.options);
  const found: Step[] = [{ seat: null, move: null, events: [], view: seen(position) }];
  for (const { seat: mover, move } of movesOf(log)) {
    const read = engine.read(position, mover, move);
    if (!read.legal) throw new Refused('damaged', read.reason);
    const after = engine.play(position, read.action);
    position = after.position;
    const events = engine.eventsFor(after.told, seat) as GameEvent[];
    found.push({ seat: mover, move: read.move, events, view: seen(position) });
  }
  return found;
}

const namesOf = (state: TableState): string[] =>
  state.seats.map(({ name, level }, i) => name || level || `Seat ${i + 1}`);

/** A finished game, to be analysed. */
export function played(state: TableState, log: readonly Entry[]): Played {
  if (state.status !== 'over') throw new Refused('not-allowed', 'there is no finished game');
  const { engine, header } = state;
  const dealt = engine.deal(state.key(), header.players, header.options);
  return { names: namesOf(state), dealt, moves: movesOf(log).map(({ move }) => move) };
}

/** The deal of a game and its moves. */
export function dealtOf(state: TableState, log: readonly Entry[]): Dealt {
  const { game, rules_version, options, players } = state.header;
  const moves = movesOf(log).map(({ move }) => move);
  return {
    game,
    rules_version,
    options,
    players,
    secret: hex(state.secret),
    words: Object.fromEntries(state.words),
    moves,
  };
}

/** The record as a `.train` file, with its name. While the game is on, it lacks the seed. */
export async function record(state: TableState, log: readonly Entry[]): Promise<{ name: string; text: string }> {
  const { header, engine, position, ending } = state;
  const over = state.status === 'over';
  const names = namesOf(state);
  const date = new Date(header.created).toISOString().slice(0, 10);
  const words = [...state.words].sort(([a], [b]) => a - b);
  const comments = [
    `; dealer: ${header.dealer}`,
    ...(over ? [`; secret: ${hex(state.secret)}`] : []),
    ...words.map(([seat, text]) => `; words of seat ${seat}: ${JSON.stringify(text)}`),
    ...(state.takenBack ? [`; with take-backs: ${state.takenBack}`] : []),
    ...(ending ? [`; ending: ${JSON.stringify(ending)}`] : []),
  ];
  const scores = (position && engine.outcome(position)?.scores) ?? null;
  const told = { names, options: header.options, seed: hex(state.key()), reveal: over, scores, date, comments };
  const moves = movesOf(log).map(({ move }) => move);
  const name = `${header.game} ${date} ${names.join(', ')}`.replace(/[^\p{L}\p{N}_ ,()-]+/gu, '').slice(0, MOST_NAME);
  return { name: `${name.replace(/^[ ,]+|[ ,]+$/g, '')}.train`, text: await engine.record(told, moves) };
}

/** What a server needs to make the same table: the secret, who sat down, and what happened. */
export function taken(state: TableState, log: readonly Entry[]): TakenTable {
  const { game, rules_version, options, rules, rotation, created, players } = state.header;
  const deeds = log.flatMap((entry): TakenTable['log'] => {
    if (entry.do === 'move') return [entry.move];
    if (entry.do === 'rematch') return []; // that table is on this device
    const { at: _, ...deed } = entry;
    return [deed];
  });
  return { game, rules_version, players, options, rules, rotation, created, secret: hex(state.secret), log: deeds };
}

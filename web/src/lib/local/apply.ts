// Entry → state: nothing else changes a table. As `tables/apply.py`.
import type { Ending } from '../protocol';
import type { Entry, Move } from './entries';
import { commitment, mix } from './fairness';
import { FREE, HISTORY, MOST_ENTRIES, Refused, type PlayedMove, type TableState } from './state';
import type { Position } from './engine';

const UNDO_STEPS = 8;

/** Follows an entry. The action is that of a move that was just decided; without it the move is read. */
export function apply(state: TableState, entry: Entry, action: number | null = null): void {
  state.version += 1;
  if (entry.do === 'move') move(state, entry, action);
  else follow(state, entry);
  if (state.version >= MOST_ENTRIES && state.status !== 'over') end(state, { how: 'length' });
}

function follow(state: TableState, entry: Exclude<Entry, Move>): void {
  state.exits.clear();
  if (entry.do !== 'takeback' && entry.do !== 'rematch') state.undo = [];
  switch (entry.do) {
    case 'sit':
      state.wishes.delete(entry.seat);
      state.seats[entry.seat - 1] = { kind: 'person', name: entry.name, level: '' };
      if (state.status === 'playing') hold(state, entry.seat, entry.at);
      return;
    case 'leave':
      state.wishes.delete(entry.seat);
      state.seats[entry.seat - 1] = FREE;
      if (state.status === 'playing') state.since = Math.max(state.since, entry.at);
      return;
    case 'bot':
      return putBot(state, entry.seat, entry.level);
    case 'contribute':
      state.words.set(entry.seat, entry.words);
      return;
    case 'start':
      return start(state, entry);
    case 'takeback':
      return takeBack(state, entry);
    case 'resign':
      return resign(state, entry.seat);
    case 'abandon':
      state.wishes.add(entry.seat);
      return endWithoutPeople(state);
    case 'rematch':
      state.rematch = entry.table;
  }
}

// --- The game

function dealt(state: TableState): Position {
  const { header, engine } = state;
  return engine.deal(mix(state.secret, state.words), header.players, header.options);
}

function start(state: TableState, entry: Extract<Entry, { do: 'start' }>): void {
  if (entry.commitment !== commitment(state.key())) throw new Refused('damaged', 'the log does not fit the secret');
  state.position = dealt(state);
  state.commitment = entry.commitment;
  state.status = 'playing';
  state.held = new Set(state.mine);
  if (state.held.size <= 1) state.course = [];
  state.positionVersion = state.version;
  state.since = entry.at;
  state.turn = state.engine.turn(state.position);
}

function move(state: TableState, entry: Move, known: number | null): void {
  const { engine, position: before } = state;
  if (!before) throw new Refused('damaged', 'a move before the deal');
  const action = known ?? readAction(state, before, entry);
  if (state.undo.length && state.undo.at(-1)?.seat !== entry.seat) state.undo = [];
  const { position, told } = engine.play(before, action);
  const by = entry.by ?? 'person';
  state.position = position;
  state.turn = engine.turn(position);
  state.positionVersion = state.version;
  remember(state, { version: state.version, seat: entry.seat, move: entry.move, by, told });
  state.takeback = null;
  if (state.course) state.course.push({ version: state.version, seat: entry.seat, by, action });
  else if (by === 'person') state.undo = [...state.undo, { before, action, seat: entry.seat }].slice(-UNDO_STEPS);
  else state.undo = [];
  state.since = entry.at;
  const outcome = state.turn ? null : engine.outcome(position);
  if (outcome) end(state, { how: 'finished', ranking: outcome.ranking, scores: outcome.scores });
}

function readAction(state: TableState, position: Position, entry: Move): number {
  const read = entry.seat === state.turn ? state.engine.read(position, entry.seat, entry.move) : null;
  if (!read?.legal) throw new Refused('damaged', `move ${state.version} is not legal`);
  return read.action;
}

function remember(state: TableState, played: PlayedMove): void {
  state.history = [...state.history, played].slice(-HISTORY);
}

function takeBack(state: TableState, entry: Extract<Entry, { do: 'takeback' }>): void {
  if (state.course) {
    const last = state.course.findLastIndex((step) => step.seat === entry.seat && step.by === 'person');
    if (last < 0) throw new Refused('damaged', 'there is nothing to take back');
    state.course.length = last;
    replay(state);
  } else {
    const last = state.undo.pop();
    if (!last) throw new Refused('damaged', 'there is nothing to take back');
    state.position = last.before;
    state.history = state.history.slice(0, -1);
  }
  state.takenBack += 1;
  state.turn = state.position ? state.engine.turn(state.position) : 0;
  state.positionVersion = state.version;
  state.takeback = null;
  state.since = entry.at;
}

/** Puts the position and the history of a table to where its course leads. */
function replay(state: TableState): void {
  const { engine, course } = state;
  const steps = course ?? [];
  state.history = [];
  state.position = steps.reduce((before, { action, ...step }, i) => {
    const { position, told } = engine.play(before, action);
    if (i >= steps.length - HISTORY) remember(state, { ...step, move: engine.write(before, action), told });
    return position;
  }, dealt(state));
}

// --- Seats

function hold(state: TableState, seat: number, at: number): void {
  state.held.add(seat);
  if (state.held.size > 1) state.course = null;
  state.since = Math.max(state.since, at);
}

function putBot(state: TableState, seat: number, level: string): void {
  state.wishes.delete(seat);
  state.seats[seat - 1] = { kind: 'bot', name: '', level };
  endWithoutPeople(state);
}

/** With others left to play and a table that lets bots stand in, a bot takes the seat. */
function resign(state: TableState, seat: number): void {
  const { rules, players } = state.header;
  if (rules.absence === 'bot' && players > 2) return putBot(state, seat, rules.stand_in);
  const ranking = state.seats.map((_, i) => (i + 1 === seat ? players : 1));
  end(state, { how: 'resigned', ranking, seat });
}

// --- The end

/** Ends a game that all who are left want to stop, or that only bots would play; people here ask as one. */
function endWithoutPeople(state: TableState): void {
  if (state.status === 'playing' && (state.wishes.size || !state.mine.length)) end(state, { how: 'abandoned' });
}

function end(state: TableState, ending: Partial<Ending> & Pick<Ending, 'how'>): void {
  const { how, ranking = [], scores = null, seat = null } = ending;
  state.ending = { how, ranking, scores, seat };
  state.status = 'over';
  state.turn = 0;
  state.undo = [];
  state.course = null;
}

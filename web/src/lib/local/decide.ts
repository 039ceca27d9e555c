// Command → entry, or Refused: nothing is changed here. As `tables/decide.py`.
import type { Asked } from '../protocol';
import type { Entry } from './entries';
import { Refused, type TableState } from './state';

/** The commands that lead to an entry. */
export type Command = Extract<
  Asked,
  {
    do: 'sit' | 'leave' | 'free' | 'bot' | 'contribute' | 'start' | 'play' | 'takeback' | 'resign' | 'abandon' | 'back';
  }
>;

export interface Decision {
  entry: Entry;
  /** Of a move. */
  action: number | null;
}

/** Who gives a command: their name, and which of several seats they act for. */
export interface Person {
  name: string;
  seat: number | null;
}

export function decide(state: TableState, command: Command, person: Person, now: number): Decision {
  const at = Math.max(now, state.since);
  if (command.do === 'play') return play(state, command, person, at);
  return { entry: entryOf(state, command, person, at), action: null };
}

function entryOf(state: TableState, command: Exclude<Command, { do: 'play' }>, person: Person, at: number): Entry {
  switch (command.do) {
    case 'sit':
      return sit(state, command.seat, person, at);
    case 'leave':
      return leaving(state, seated(state, person), at);
    case 'free':
      state.seat(command.seat);
      throw new Refused('not-allowed', 'the game has begun');
    case 'bot':
      return putBot(state, command.seat, command.level, at);
    case 'contribute':
      seated(state, person);
      throw new Refused('not-allowed', 'the cards have been dealt');
    case 'start':
      throw new Refused('not-allowed', 'the game has begun');
    case 'takeback':
      return takeBack(state, command.version, person, at);
    case 'resign':
      return { do: 'resign', seat: seated(state, person), at };
    case 'abandon':
      return { do: 'abandon', seat: seated(state, person), at };
    case 'back':
      seated(state, person);
      throw new Refused('not-allowed', 'no stand-in is playing for you');
  }
}

// --- Moves

function play(
  state: TableState,
  { move, version }: { move: string; version: number },
  person: Person,
  at: number,
): Decision {
  const seat = seated(state, person);
  checkVersion(state, version);
  if (seat !== state.turn) throw new Refused('not-your-turn', `it is seat ${state.turn}'s turn`);
  const read = readMove(state, move);
  if (!read.legal) throw new Refused('illegal', read.reason, read.rule, read.nearest);
  return { entry: { do: 'move', seat, move: read.move, at }, action: read.action };
}

/** A move of the seat in turn, read from what it sees; or why it is not possible. */
export function readMove(state: TableState, move: string) {
  if (!state.position) throw new Refused('not-started', 'the game has not begun');
  return state.engine.read(state.position, state.turn, move);
}

function takeBack(state: TableState, version: number, person: Person, at: number): Entry {
  const seat = seated(state, person);
  checkVersion(state, version);
  if (!canTakeBack(state, seat, true)) {
    const allowed = 'only your own last move can be taken back, while nobody has acted since and it revealed nothing';
    throw new Refused('not-allowed', allowed);
  }
  return { do: 'takeback', seat, at };
}

/** Whether a seat may take back: alone, or if nobody has acted since nor learnt anything (`tables/takeback.py`). */
export function canTakeBack(state: TableState, seat: number, sure = false): boolean {
  if (state.status !== 'playing' || !state.header.rules.takebacks) return false;
  if (state.course) return state.course.some((step) => step.seat === seat && step.by === 'person');
  const last = state.undo.at(-1);
  if (last?.seat !== seat) return false;
  state.takeback ??= !state.engine.revealed(last.before, last.action, false);
  if (state.takeback && sure) state.takeback = !state.engine.revealed(last.before, last.action, true);
  return state.takeback;
}

/** Seats may have changed since the player looked; the position must not. */
function checkVersion(state: TableState, version: number): void {
  if (version < state.positionVersion || version > state.version)
    throw new Refused('stale', `the table is at version ${state.version}, not ${version}`);
}

// --- Seats

function sit(state: TableState, number: number, person: Person, at: number): Entry {
  if (state.status === 'over') throw new Refused('over', 'the game is over');
  state.seat(number);
  const [mine] = state.mine;
  if (mine) throw new Refused('seated', `you have seat ${mine}; leave it first`);
  if (state.held.size && !state.held.has(number))
    throw new Refused('not-allowed', `you have seen the hand of seat ${Math.min(...state.held)}`);
  return { do: 'sit', seat: number, name: person.name, at };
}

/** What it means to leave a seat: on a device that is passed on a bot plays for who leaves. */
export function leaving(state: TableState, seat: number, at: number): Entry {
  const { absence, pass_and_play, stand_in } = state.header.rules;
  if (absence === 'bot' || (absence === 'wait' && pass_and_play)) return { do: 'bot', seat, level: stand_in, at };
  return { do: absence === 'end' ? 'resign' : 'leave', seat, at };
}

function putBot(state: TableState, number: number, level: string, at: number): Entry {
  const seat = state.seat(number);
  const { levels } = state.engine;
  if (!levels.includes(level)) throw new Refused('bad-option', `the bots are ${levels.join(', ')}`);
  if (state.status === 'over') throw new Refused('over', 'the game is over');
  if (seat.kind === 'bot') throw new Refused('not-allowed', 'a bot can take a free seat, or your own place');
  return { do: 'bot', seat: number, level, at };
}

/** Refuses another game unless this one is over. */
export function checkRematch(state: TableState): void {
  if (state.status !== 'over') throw new Refused('not-allowed', 'the game is not over');
}

function seated(state: TableState, person: Person): number {
  const seat = state.seatOf(person.seat);
  if (!seat) throw new Refused('not-seated', 'you have no seat at this table, or look at none of yours');
  if (state.status === 'over') throw new Refused('over', 'the game is over');
  return seat;
}

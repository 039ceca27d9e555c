// A table of this device at one version, as `tables/state.py` has one on the server: but every person
// at it is somebody who holds this device, no clock runs, and the game begins when the table is set up.
import type { Ending, Exits, HeaderView } from '../protocol';
import type { Engine, Position, Told } from './engine';
import type { Mover } from './entries';
import { mix } from './fairness';

export const HISTORY = 16; // moves that are kept at hand with their events
export const MOST_ENTRIES = 20_000;

export interface Header extends HeaderView {
  id: string;
  dealer: string;
  /** Seats that everybody has moved on since the first game. */
  rotation: number;
  /** The day whose deal this is, as 2026-11-16. */
  daily?: string;
}

export interface Seat {
  kind: 'free' | 'person' | 'bot';
  name: string;
  level: string;
}

export const FREE: Seat = { kind: 'free', name: '', level: '' };

/** A move of the history. */
export interface PlayedMove {
  version: number;
  seat: number;
  move: string;
  by: Mover;
  told: Told;
}

/** A move that may be taken back, and the position before it. */
export interface UndoStep {
  before: Position;
  action: number;
  seat: number;
}

/** A move of a game that one person plays against bots: all of them can be taken back. */
export interface CourseStep {
  version: number;
  seat: number;
  by: Mover;
  action: number;
}

/** A command that the table does not follow. Nothing has been changed. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule = '',
    readonly nearest: readonly string[] = [],
  ) {
    super(message);
  }
}

export class TableState {
  version = 0;
  /** Of the last entry that changed the position. */
  positionVersion = 0;
  status: 'open' | 'playing' | 'over' = 'open';
  seats: Seat[];
  words = new Map<number, string>();
  /** The hands that people have seen. */
  held = new Set<number>();
  commitment = '';
  turn = 0;
  ending: Ending | null = null;
  rematch = '';
  wishes = new Set<number>();
  history: PlayedMove[] = [];
  position: Position | null = null;
  /** When the last thing happened. */
  since = 0;
  undo: UndoStep[] = [];
  /** During a game that only one person has played in. */
  course: CourseStep[] | null = null;
  takenBack = 0;
  // Worked out from the above when first asked for, and dropped when it changes:
  takeback: boolean | null = null;
  exits = new Map<number, Exits>();

  constructor(
    readonly header: Header,
    readonly secret: Uint8Array,
    readonly engine: Engine,
  ) {
    this.seats = Array.from({ length: header.players }, () => FREE);
  }

  /** A table of its own: entries applied to it leave this one as it is. */
  copy(): TableState {
    const twin = Object.assign(new TableState(this.header, this.secret, this.engine), this);
    twin.seats = [...this.seats];
    twin.wishes = new Set(this.wishes);
    twin.words = new Map(this.words);
    twin.held = new Set(this.held);
    twin.history = [...this.history];
    twin.undo = [...this.undo];
    twin.course = this.course && [...this.course];
    twin.exits = new Map(this.exits);
    return twin;
  }

  seat(number: number): Seat {
    const seat = this.seats[number - 1];
    if (!seat) throw new Refused('no-such-seat', `the table has ${this.seats.length} seats`);
    return seat;
  }

  /** The seats of people: they all share this device. */
  get mine(): number[] {
    return this.seats.flatMap((seat, i) => (seat.kind === 'person' ? [i + 1] : []));
  }

  /** The seat that this device sees and acts as: of several the chosen one, and none until one is chosen. */
  seatOf(chosen: number | null): number {
    const { mine } = this;
    if (chosen !== null) return mine.includes(chosen) ? chosen : 0;
    return mine.length === 1 ? (mine[0] ?? 0) : 0;
  }

  /** The key of the deal. */
  key(): Uint8Array {
    return mix(this.secret, this.words);
  }

  get mover(): 'person' | 'bot' | 'nobody' {
    const kind = this.status === 'playing' ? this.seats[this.turn - 1]?.kind : undefined;
    return kind === 'person' || kind === 'bot' ? kind : 'nobody';
  }
}

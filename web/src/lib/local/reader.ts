// A table whose server sends the position as this seat may see it, instead of views: the view, the
// choices and the events are made here, by the same rules.
import type { Change, MoveView, Snapshot, Told } from '../protocol';
import type { View } from '../view';
import type { Engine, Objection, Position, Read, Told as Rows } from './engine';

const HEAD = 3; // bytes before those of a run, as in tables/patch.py

export class RecordReader {
  /** Of what was read last; -1 before. */
  version = -1;
  #seat = 0;
  #turn: number | null = null;
  #position: Position | null = null;

  constructor(private readonly engine: Engine) {}

  /** What the server told, with views in place of records; null if it does not fit what was read before. */
  take(told: Told): Told | null {
    if (told.type === 'table') return this.snapshot(told);
    return told.type === 'change' ? this.change(told) : told;
  }

  /** The snapshot as a server without records sends it. */
  snapshot(told: Snapshot): Snapshot {
    this.version = told.version;
    this.#seat = told.seat;
    this.#turn = told.state.turn;
    this.#position = told.record ? bytesOf(told.record) : null;
    return { ...told, ...this.#shown(), history: told.history.map((made) => this.#told(made)) };
  }

  /** The same of a change; null if it does not fit what was read before. */
  change(told: Change): Change | null {
    if (this.version < 0) return told; // no record has come yet
    if (told.since !== this.version || (told.record && !this.#position)) return null;
    this.version = told.version;
    if (told.state?.turn !== undefined) this.#turn = told.state.turn;
    const made = told.made && { made: told.made.map((one) => this.#told(one)) };
    if (!told.record || !this.#position) return { ...told, ...made };
    this.#position = patched(this.#position, bytesOf(told.record));
    return { ...told, ...made, ...this.#shown() };
  }

  /** Whether a move is legal, and if not, why; null if it is not this seat's turn. */
  read(move: string): Read | Objection | null {
    return this.#mayMove ? this.engine.read(this.#mayMove, this.#seat, move) : null;
  }

  /** The view that a legal move leads to, null if it cannot be foreseen. */
  foreseen(action: number): View | null {
    return this.#mayMove && this.engine.foreseen(this.#mayMove, action);
  }

  /** The position, if it is this seat's turn. */
  get #mayMove(): Position | null {
    return this.#turn === this.#seat ? this.#position : null;
  }

  #shown(): object {
    if (!this.#position) return {};
    const choices = this.#mayMove ? this.engine.choices(this.#mayMove) : [];
    return { view: this.engine.view(this.#position, this.#seat), choices };
  }

  #told(made: MoveView): MoveView {
    if (typeof made.events !== 'string') return made;
    const rows: Rows = new Int16Array(bytesOf(made.events).buffer);
    return { ...made, events: this.engine.eventsFor(rows, null) }; // what is hidden is not in them
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** The record that a patch makes of another. */
function patched(record: Position, patch: Uint8Array): Position {
  const made = record.slice();
  for (let at = 0; at < patch.length;) {
    const [low, high, length] = patch.subarray(at, at + HEAD) as unknown as [number, number, number];
    made.set(patch.subarray(at + HEAD, at + HEAD + length), low | (high << 8));
    at += HEAD + length;
  }
  return made;
}

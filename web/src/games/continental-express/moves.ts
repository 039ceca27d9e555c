// The moves that can be made now, found by what they touch. What is not among them may be asked about.
import type { Drag } from '../../lib/drag';
import { MOVES, type Choice } from './types';

/** What a person wants to do: a move without its notation. */
export type Wanted = Omit<Choice, 'move'>;

export class Moves {
  constructor(
    readonly choices: Choice[],
    readonly hinted: string | null,
    readonly play: (move: string) => void,
    readonly why: (move: string) => void,
    readonly canDrag = false,
  ) {}

  find(wanted: Wanted): Choice | undefined {
    const asked = Object.entries(wanted) as [keyof Wanted, unknown][];
    return this.choices.find((choice) => asked.every(([key, value]) => choice[key] === value));
  }

  can(wanted: Wanted): boolean {
    return this.find(wanted) !== undefined;
  }

  /** Whether a bot advised it. */
  advised(wanted: Wanted): boolean {
    return this.hinted !== null && this.find(wanted)?.move === this.hinted;
  }

  /** Makes the move, or asks why it cannot be made. */
  attempt(wanted: Wanted): void {
    const found = this.find(wanted);
    if (found) this.play(found.move);
    else this.why(written(wanted));
  }

  /** For a card that is dragged to the player's own depot. */
  dragging(wanted: Wanted): Drag {
    return {
      enabled: this.canDrag && this.can(wanted),
      lift: () => {},
      drop: (place) => place && this.attempt(wanted),
    };
  }
}

/** The notation of what somebody wants to do, by the game's own patterns. */
export function written(wanted: Wanted): string {
  return MOVES[wanted.do].replace(/\{(\w+)\}/g, (_, name: keyof Wanted) => String(wanted[name] ?? ''));
}

// Second thoughts: a move that waits to be confirmed, and moves that are taken back.
import type { Words } from './i18n/index.svelte';
import { settings } from './settings.svelte';
import type { Choice, TableView } from './view';

export class Reconsider {
  /** The move that was chosen on the board and waits to be confirmed. */
  proposed: Choice | null = $state.raw(null);
  /** Since a take-back nothing plays itself, or one could never go further back. */
  rewound = $state(false);

  /** Keeps a move that must be confirmed first; false if it can be played at once. */
  hold(move: string, choices: Choice[]): boolean {
    this.proposed = settings.kept.confirm ? (choices.find((choice) => choice.move === move) ?? null) : null;
    return this.proposed !== null;
  }

  played(): void {
    this.proposed = null;
    this.rewound = false;
  }
}

/** Switches the confirming of moves on or off; returns what to say of it. */
export function switchConfirming(t: Words): string {
  settings.change({ confirm: !settings.kept.confirm });
  return settings.kept.confirm ? t.table.confirmOn : t.table.confirmOff;
}

/** Why nothing can be taken back; null if it can. */
export function noTakeBack({ state, header, seat }: TableView, story: { seat: number }[], t: Words): string | null {
  if (state.takeback) return null;
  if (!header.rules.takebacks) return t.table.neverTakeBack;
  return story.some((line) => line.seat === seat) ? t.table.noTakeBack : t.table.nothingToTakeBack;
}

// What the page around a board knows and small parts of every board show.
import type { ClockView, Header } from './view';

class Shell {
  presence: boolean[] = $state.raw([]);
  phrases: { seat: number; phrase: string; key: number }[] = $state.raw([]);
  clock: ClockView | null = $state.raw(null);
  header: Header | null = $state.raw(null);
  /** This device is the big screen of the table. */
  screen = $state(false);
  /** Nobody's hand is held here: all seats are drawn alike. */
  even = $state(false);

  clear(): void {
    this.presence = [];
    this.phrases = [];
    this.clock = null;
    this.header = null;
    this.screen = false;
    this.even = false;
  }
}

export const shell = new Shell();

// What a bot thinks of the moves, shown until the player does something.
import { toasts } from './announcer.svelte';
import type { Judged } from './protocol';

export class Advice {
  /** The move that is shown on the board. */
  move: string | null = $state(null);
  /** The best moves, the best first. */
  judged: Judged[] = $state.raw([]);
  /** Whether a bot is thinking about it. */
  thinking = $state(false);

  async seek(ask: () => Promise<Judged[]>): Promise<void> {
    this.thinking = true;
    try {
      this.judged = await ask();
      this.move = this.judged[0]?.move ?? null;
      toasts.clear();
    } finally {
      this.thinking = false;
    }
  }

  forget(): void {
    this.move = null;
    this.judged = [];
  }
}

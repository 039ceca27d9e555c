// What a bot would play, shown in place of the question until the player does something.
import { toasts, announcer } from './announcer.svelte';

export class Advice {
  move: string | null = $state(null);
  text: string | null = $state(null);
  /** Whether a bot is thinking about it. */
  thinking = $state(false);

  /** Asks a bot; `describe` puts its move into words. */
  async seek(ask: () => Promise<string>, describe: (move: string) => string): Promise<void> {
    this.thinking = true;
    try {
      this.move = await ask();
      this.text = describe(this.move);
      toasts.clear();
      announcer.say(this.text);
    } finally {
      this.thinking = false;
    }
  }

  forget(): void {
    this.move = null;
    this.text = null;
  }
}

// The games and bots that the server offers, asked for once.
import { api } from './api';
import type { Catalogue as Answer, GameInfo } from './protocol';
import { settings } from './settings.svelte';

export class Catalogue {
  #answer: Answer | null = $state.raw(null);
  #asked: Promise<void> | null = null;
  /** Whether the server has been asked in vain. */
  failed = $state(false);

  constructor(readonly ask: () => Promise<Answer>) {}

  /** The names of the games in the server's order; null before it has answered. */
  get names(): string[] | null {
    return this.#answer?.games.map((game) => game.name) ?? null;
  }

  get bots(): string[] | null {
    return this.#answer?.bots ?? null;
  }

  game(name: string): GameInfo | undefined {
    return this.#answer?.games.find((game) => game.name === name);
  }

  /** Asks the server, unless it has answered already. */
  load(): Promise<void> {
    this.#asked ??= this.ask().then(
      (answer) => {
        this.#answer = answer;
        this.failed = false;
        settings.change({ games: answer.games.map((game) => game.name) });
      },
      (error: unknown) => {
        this.#asked = null;
        this.failed = true;
        throw error;
      },
    );
    return this.#asked;
  }
}

export const catalogue = new Catalogue(api.catalogue);

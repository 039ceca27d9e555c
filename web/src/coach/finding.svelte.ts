// The analysis of a game while it is being made, and after.
import type { Analysis } from '../lib/protocol';
import { analysisOf } from '../lib/tables';

/** What was found, for as long as the page is open: by table, the deepest. */
const found: Record<string, Analysis> = {};

export class Finding {
  analysis: Analysis | null = $state.raw(null);
  /** Moves that have been judged, and of how many; null while nothing is being judged. */
  progress: { done: number; moves: number } | null = $state.raw(null);
  failed = $state(false);
  readonly #stopping = new AbortController();

  constructor(readonly table: string) {
    this.analysis = found[table] ?? null;
  }

  /** Analyses the game, unless that is done; `deep` is ten times as thorough. */
  async seek(deep: boolean): Promise<void> {
    if (this.progress || (this.analysis && !deep)) return;
    this.failed = false;
    this.progress = { done: 0, moves: 0 };
    try {
      const tell = (done: number, moves: number) => (this.progress = { done, moves });
      this.analysis = await analysisOf(this.table, deep, tell, this.#stopping.signal);
      found[this.table] = this.analysis;
    } catch {
      this.failed = true;
    } finally {
      this.progress = null;
    }
  }

  stop(): void {
    this.#stopping.abort();
  }
}

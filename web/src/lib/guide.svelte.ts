// The guided first game: which table it is, and what has been learnt there.
import type { Progress } from './lesson';
import { settings } from './settings.svelte';

export const guide = {
  begin(table: string): void {
    settings.change({ guide: { table, learnt: [], given: [] } });
  },
  /** What has been learnt at a table; null if nobody is guided there. */
  at(table: string): Progress | null {
    const found = settings.kept.guide;
    if (found?.table !== table) return null;
    return { learnt: found.learnt ?? [], given: found.given ?? [] };
  },
  learn(progress: Progress): void {
    const found = settings.kept.guide;
    if (found) settings.change({ guide: { ...found, ...progress } });
  },
  end(): void {
    settings.change({ guide: null });
  },
};

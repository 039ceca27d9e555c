// The guided first game: which table it is, and what has been said there.
import { settings } from './settings.svelte';

export const guide = {
  begin(table: string): void {
    settings.change({ guide: { table, said: [] } });
  },
  /** What has been said at a table; null if nobody is guided there. */
  saidAt(table: string): string[] | null {
    return settings.kept.guide?.table === table ? settings.kept.guide.said : null;
  },
  say(tips: string[]): void {
    const found = settings.kept.guide;
    const fresh = tips.filter((tip) => !found?.said.includes(tip));
    if (found && fresh.length) settings.change({ guide: { ...found, said: [...found.said, ...fresh] } });
  },
  end(): void {
    settings.change({ guide: null });
  },
};

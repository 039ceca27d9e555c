// A moment of the game that is looked at again: the view before it, and then the cards travel.
import { tick } from 'svelte';
import { motion } from './motion';
import type { Line } from './story.svelte';
import type { TableView } from './view';

export class Past {
  line: Line | null = $state.raw(null);
  view: TableView | null = $state.raw(null);

  async see(line: Line): Promise<void> {
    if (!line.moment) return;
    const [before, after] = line.moment;
    this.line = line;
    this.view = { ...before, events: [] };
    await tick();
    motion.finish(); // the way back is not worth a journey
    await tick();
    if (this.line === line) this.view = after;
  }

  leave(): void {
    if (!this.line) return;
    this.line = null;
    this.view = null;
    void tick().then(() => motion.finish());
  }
}

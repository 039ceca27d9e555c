// The score pad of this device, kept in the browser, with what was written before each change.
import { readPad, type Pad } from './pad';

const KEY = 'sidings pad';
const MOST_STEPS = 50; // that can be undone

export class PadKeeper {
  pad: Pad | null = $state.raw(null);
  #past: (Pad | null)[] = $state.raw([]);

  constructor(private storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage) {
    try {
      const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as { pad?: unknown; past?: unknown } | null;
      this.pad = readPad(kept?.pad);
      this.#past = Array.isArray(kept?.past) ? kept.past.map(readPad) : [];
    } catch {
      // What cannot be read is begun anew.
    }
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  change(pad: Pad | null): void {
    this.#past = [...this.#past, this.pad].slice(-MOST_STEPS);
    this.#keep(pad);
  }

  undo(): void {
    const before = this.#past.at(-1) ?? null;
    this.#past = this.#past.slice(0, -1);
    this.#keep(before);
  }

  #keep(pad: Pad | null): void {
    this.pad = pad;
    try {
      this.storage.setItem(KEY, JSON.stringify({ pad, past: this.#past }));
    } catch {
      // Without storage it lasts until the page is closed.
    }
  }
}

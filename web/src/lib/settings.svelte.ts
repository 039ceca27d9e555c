// What this person has chosen, stored in the browser.
import { readKept, writeKept } from './kept';

export const LANGUAGES = ['en', 'fr', 'pl'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = 'auto' | 'day' | 'night';
export type Speed = 'slow' | 'normal' | 'fast' | 'off';

interface Kept {
  language: Language | 'auto';
  theme: Theme;
  speed: Speed;
  /** Off until somebody turns it on. */
  sound: boolean;
  /** From 0 to 100. */
  volume: number;
  numerals: boolean;
  large: boolean;
  /** Moves without a choice are made by themselves. */
  automatic: boolean;
  /** A move that was chosen on the board waits for a second tap. */
  confirm: boolean;
  /** How long bots think, in ms, if not as the speed says. */
  pace?: number;
  level: string;
  players: Record<string, number>;
  /** Who last played together on this device. */
  people: string[];
  /** The table that this device is the big screen of. */
  screen: string;
  /** House rules by game: the options that were chosen. */
  options: Record<string, Record<string, number | string>>;
  /** The games as the server last listed them. */
  games: string[];
  name: string;
  /** The table of a guided first game, and what has been learnt there. */
  guide: { table: string; learnt?: string[]; given?: string[] } | null;
}

const KEY = 'sidings';
const FIRST: Kept = {
  language: 'auto',
  theme: 'auto',
  speed: 'normal',
  sound: false,
  volume: 50,
  numerals: true,
  large: false,
  automatic: true,
  confirm: false,
  level: 'casual',
  players: {},
  people: [],
  screen: '',
  options: {},
  games: [],
  name: '',
  guide: null,
};

export class Media {
  matches = $state(false);
  constructor(query: string) {
    const list = matchMedia(query);
    this.matches = list.matches;
    list.addEventListener('change', () => (this.matches = list.matches));
  }
}

class Settings {
  kept: Kept = $state({ ...FIRST, ...readKept<Kept>(KEY) });
  #reduced = new Media('(prefers-reduced-motion: reduce)');
  #dark = new Media('(prefers-color-scheme: dark)');

  /** The chosen language, or else the browser's first one that the page has. */
  get language(): Language {
    if (this.kept.language !== 'auto') return this.kept.language;
    for (const tag of navigator.languages ?? []) {
      const found = LANGUAGES.find((language) => tag.toLowerCase().startsWith(language));
      if (found) return found;
    }
    return 'en';
  }

  get night(): boolean {
    return this.kept.theme === 'auto' ? this.#dark.matches : this.kept.theme === 'night';
  }

  get moving(): boolean {
    return !this.#reduced.matches && this.kept.speed !== 'off';
  }

  /** How long one journey of a card takes, in ms; 0 when nothing moves. */
  get journey(): number {
    if (!this.moving) return 0;
    return { slow: 400, normal: 300, fast: 200, off: 0 }[this.kept.speed];
  }

  /** How long there is to read what another player did, in ms. */
  get reading(): number {
    return { slow: 2600, normal: 1400, fast: 600, off: 0 }[this.kept.speed];
  }

  /** How long bots think, in ms. */
  get pace(): number {
    return this.kept.pace ?? { slow: 1800, normal: 1000, fast: 500, off: 700 }[this.kept.speed];
  }

  /** Whether anything is heard. */
  get sound(): boolean {
    return this.kept.sound === true && this.kept.volume > 0; // other versions kept other values
  }

  change(changes: Partial<Kept>): void {
    this.kept = { ...this.kept, ...changes };
    writeKept(KEY, this.kept);
  }
}

export const settings = new Settings();
/** A phone, where a board is longer than the screen. */
export const SMALL = new Media('(max-width: 719px)');
/** A screen with room for the log beside the board. */
export const WIDE = new Media('(min-width: 1200px)');

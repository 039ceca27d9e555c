// House rules: the options of a game, what differs from the printed rules, and the names of mixes.
import type { GameFace } from '../games/contract';
import { at } from './base';
import type { Language } from './settings.svelte';
import type { GameInfo, OptionInfo, PresetInfo } from './protocol';
import { settings } from './settings.svelte';

export type Options = Record<string, number | string>;

/** How many options are shown at first: a game lists those that people change most before the others. */
const COMMON = 3;

/** Every option of a game: as wanted where it has such a value, else as printed. */
export function completed(info: GameInfo, wanted: Options): Options {
  const valueOf = ({ name, values }: OptionInfo) => values.find((value) => value === wanted[name]) ?? values[0] ?? '';
  return Object.fromEntries(info.options.map((option) => [option.name, valueOf(option)]));
}

/** The options that this person plays a game with; none before the game is known. */
export function optionsFor(info: GameInfo | undefined): Options {
  return info ? completed(info, settings.kept.options[info.name] ?? {}) : {};
}

export function keepOptions(info: GameInfo, options: Options): void {
  settings.change({ options: { ...settings.kept.options, [info.name]: options } });
}

export interface Change {
  name: string;
  value: number | string;
  /** The rule that the option belongs to; empty when the game is not known. */
  rule: string;
}

/** What is not as printed, in the game's order. Of a game that is not known, everything. */
export function changesIn(info: GameInfo | undefined, options: Options): Change[] {
  if (!info) return Object.entries(options).map(([name, value]) => ({ name, value, rule: '' }));
  const chosen = completed(info, options);
  return info.options
    .filter(({ name, values }) => chosen[name] !== values[0])
    .map(({ name, rule }) => ({ name, rule, value: chosen[name] ?? '' }));
}

/** The preset with exactly these options; undefined for a mix of one's own. */
export function presetOf(info: GameInfo, options: Options): PresetInfo | undefined {
  const chosen = completed(info, options);
  return info.presets.find((preset) => info.options.every(({ name }) => preset.options[name] === chosen[name]));
}

/** The options in two groups: those to be shown at once (the commonest, and what was changed), and more. */
export function grouped(info: GameInfo, options: Options): [OptionInfo[], OptionInfo[]] {
  const changed = new Set(changesIn(info, options).map(({ name }) => name));
  const first = (option: OptionInfo, i: number) => i < COMMON || changed.has(option.name);
  return [info.options.filter(first), info.options.filter((option, i) => !first(option, i))];
}

/** How people call the rules of a table; empty for a game without options. */
export function mixName(
  info: GameInfo | undefined,
  options: Options,
  face: GameFace,
  language: Language,
  words: { asPrinted: string; own: string },
): string {
  if (!info?.options.length) return '';
  const preset = presetOf(info, options);
  if (preset) return face.preset?.(preset.name, language) ?? preset.name;
  return changesIn(info, options).length ? words.own : words.asPrinted;
}

/** The rule book, with the options of a table in it. */
export function bookAddress(game: string, changes: Change[], rule = ''): string {
  const search = new URLSearchParams(changes.map(({ name, value }) => [name, String(value)])).toString();
  return at(`/rules/${game}${search ? `?${search}` : ''}${rule ? `#${rule}` : ''}`);
}

/** The options in the address of a rule book; numbers are written as numbers there. */
export function readOptions(search: string): Options {
  const number = /^-?\d+$/;
  return Object.fromEntries(
    [...new URLSearchParams(search)].map(([name, value]) => [name, number.test(value) ? Number(value) : value]),
  );
}

// The games the page can draw: every folder here whose index.ts exports a face. A game that the
// server offers and that has no folder gets a plain face, so that it can be played all the same.
import { catalogue } from '../lib/catalogue.svelte';
import { i18n } from '../lib/i18n/index.svelte';
import { changesIn, mixName } from '../lib/options';
import type { Header } from '../lib/view';
import type { GameFace } from './contract';
import { plainFace } from './plain';

const FOUND = Object.values(import.meta.glob<GameFace>('./*/index.ts', { eager: true, import: 'default' }));
const FACES = new Map(FOUND.map((face) => [face.name, face]));

export const hasFace = (game: string): boolean => FACES.has(game);

export const faceOf = (game: string): GameFace => FACES.get(game) ?? plainFace(game);

/** The title of a game in the language of the page. */
export const titleOf = (game: string): string => faceOf(game).title(i18n.language);

/** The name of the mix of rules that a table plays by; empty when they are as printed. */
export function mixAt({ game, options }: Header): string {
  const info = catalogue.game(game);
  if (!info || !changesIn(info, options).length) return '';
  return mixName(info, options, faceOf(game), i18n.language, i18n.t.options);
}

/** The names of the games: as the server lists them, or else in the order in which it last did. */
export function gameNames(listed: string[] | null, remembered: string[]): string[] {
  return listed ?? [...new Set([...remembered.filter(hasFace), ...FACES.keys()])];
}

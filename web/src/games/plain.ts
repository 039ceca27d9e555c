// The face of a game that has no folder here: everything the server sends, as it sends it.
import { catalogue } from '../lib/catalogue.svelte';
import type { GameFace } from './contract';
import PlainBoard from './PlainBoard.svelte';
import PlainPoster from './PlainPoster.svelte';

export const plainFace = (name: string): GameFace => ({
  name,
  title: () => catalogue.game(name)?.title ?? name,
  colour: 'pine',
  Poster: PlainPoster,
  Board: PlainBoard,
  ask: () => '',
  describe: (choice) => choice.move,
  tell: () => null,
  object: () => null,
  points: true,
});

import PlainBoard from '../PlainBoard.svelte';
import type { GameFace } from '../contract';
import Poster from './Poster.svelte';

export const continentalExpress: GameFace = {
  name: 'continental-express',
  colour: 'blue',
  players: 3,
  Poster,
  Board: PlainBoard,
  ask: () => '',
  describe: (move) => move,
};

import PlainBoard from '../PlainBoard.svelte';
import type { GameFace } from '../contract';
import Poster from './Poster.svelte';

export const mexicanTrain: GameFace = {
  name: 'mexican-train',
  colour: 'brass',
  players: 4,
  Poster,
  Board: PlainBoard,
  ask: () => '',
  describe: (move) => move,
};

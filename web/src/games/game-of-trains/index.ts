import type { GameFace } from '../contract';
import Board from './Board.svelte';
import { tips } from './lesson';
import Picture from './Picture.svelte';
import Poster from './Poster.svelte';
import { ask, describe, object, tell } from './speech';
import type { View } from './types';
import { words } from './words';

const face: GameFace = {
  name: 'game-of-trains',
  title: (language) => words[language].title,
  colour: 'red',
  players: 2,
  lesson: { players: 2, options: {}, tips },
  Poster,
  Board,
  Picture,
  ask,
  describe,
  tell,
  object,
  deck(header, language) {
    const w = words[language];
    return header.deck ? w.ownDeck : w.reconstructed;
  },
  points: false,
  /** Couplings in order: six of them make a finished train. */
  progress: (view) => (view as unknown as View).couplings.map((train) => train.filter(Boolean).length),
};

export default face;

import type { GameFace } from '../contract';
import Board from './Board.svelte';
import Finale from './Finale.svelte';
import { touched } from './flights';
import { lesson } from './lesson';
import Picture from './Picture.svelte';
import Poster from './Poster.svelte';
import { sounds } from './sounds';
import { ask, describe, object, tell } from './speech';
import type { Choice, Event, View } from './types';
import { words } from './words';

/** How long the finished train is seen: it whistles and departs. */
const DEPARTURE_MS = 4000;

const face: GameFace = {
  name: 'game-of-trains',
  title: (language) => words[language].title,
  pitch: (language) => words[language].pitch,
  minutes: 20,
  difficulty: 'easy',
  colour: 'red',
  players: 2,
  lesson,
  Poster,
  Board,
  Picture,
  Finale,
  ask,
  describe,
  tell,
  object,
  deck(header, language) {
    const w = words[language];
    return header.deck ? w.ownDeck : w.reconstructed;
  },
  sounds,
  touched: (event) => touched(event as Event),
  routine: (choice) => (choice as Choice).do === 'draw',
  scenes: (_, after, events) =>
    events.some((event) => event.do === 'won') ? [{ view: after, events, pause: DEPARTURE_MS }] : [],
  reason: (reason, language) => (words[language].reasons as Record<string, string>)[reason] ?? null,
  standing: (_view, _header, language) => words[language].standing,
  points: false,
  /** Couplings in order: six of them make a finished train. */
  progress: (view) => (view as unknown as View).couplings.map((train) => train.filter(Boolean).length),
};

export default face;

import type { GameFace, Objection } from '../contract';
import Board from './Board.svelte';
import { touched } from './flights';
import { lesson } from './lesson';
import { viewIn } from './names';
import Picture from './Picture.svelte';
import Poster from './Poster.svelte';
import { scenes, tieOf } from './score';
import { sounds } from './sounds';
import { askedIn, movesIn, objectionIn, toldIn } from './speech';
import type { Choice, Event } from './types';
import { words } from './words';

const face: GameFace = {
  name: 'continental-express',
  title: (language) => words[language].title,
  pitch: (language) => words[language].pitch,
  minutes: 30,
  difficulty: 'medium',
  colour: 'blue',
  players: 3,
  lesson,
  Poster,
  Board,
  Picture,
  ask: askedIn,
  describe: (choice, context, language) => movesIn(choice as Choice, context, language),
  tell: (event, context, language) => toldIn(event as Event, context, language),
  object: (objection: Objection, context, language) => objectionIn(objection, context, language),
  deck(header, language) {
    const w = words[language];
    return header.deck && !header.deck.reconstructed ? w.ownDeck : w.reconstructed;
  },
  sounds,
  touched: (event) => touched(event as Event),
  routine: (choice) => ['done', 'decline'].includes((choice as Choice).do),
  scenes: (_, after, events) => scenes(after, events),
  reason: (reason, language) => (words[language].reasons as Record<string, string>)[reason] ?? null,
  standing: (_view, _header, language) => words[language].standing,
  points: true,
  tie: (view, names, language) => tieOf(viewIn({ view }), names, words[language]),
  progress: (view) => viewIn({ view }).points.map((points) => points.all),
};

export default face;

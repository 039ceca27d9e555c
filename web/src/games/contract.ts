// What a game's folder offers to the page. The page draws the view it is sent and offers the choices
// it is sent; a game's board does the same and knows no rule. A game's own types of views, choices,
// events and objections are in its `types.ts`, which is made from the game's Python.
import type { Component } from 'svelte';
import type { Language } from '../lib/settings.svelte';
import type { SoundName } from '../lib/sounds';
import type { Choice, GameEvent, Header, Made, SeatView, View } from '../lib/view';

export interface BoardProps {
  view: View;
  /** The legal moves when it is this person's turn, else none. */
  choices: Choice[];
  /** What happened since the view before this one, in order: how the cards travel. */
  events: GameEvent[];
  header: Header;
  seats: SeatView[];
  /** Names of the seats, in their order, as they are shown. */
  names: string[];
  /** The seat whose view this is, from 1, or 0 for a spectator. Draw this seat at the bottom. */
  seat: number;
  turn: number | null;
  /** The last moves, the oldest first. */
  history: Made[];
  /** A move that a bot advised; show where it is. */
  hinted: string | null;
  /** This is a scene of the game's own (see `scenes`), and every card has arrived. */
  pausing: boolean;
  play(move: string): void;
  /** Say why a move is not possible, with the rule. */
  why(move: string): void;
  /** Say something that is not possible, and by which rule. */
  object(text: string, rule: string): void;
  /** The view that a move leads to; null if it cannot be foreseen. */
  preview(move: string): Promise<View | null>;
  /** The line above the board: says what the player is in the middle of; null for the usual. */
  say(line: string | null): void;
}

export interface MoveContext {
  view: View;
  choices: Choice[];
  header: Header;
  names: string[];
  seat: number;
}

/** Why a move is not legal: a code, and what it is about. */
export interface Objection {
  code: string;
  parameters: Record<string, number | string>;
}

/** Something that a situation of a first game asks to be explained. */
export interface Tip {
  key: string;
  text: string;
  /** Where to look: a selector within the board. */
  at: string;
  /** Whether a move did what the tip is about; any move does if it does not say. */
  acted?(events: GameEvent[]): boolean;
}

/** The guided first game. Its words describe and never order: a bot's advice must not contradict them. */
export interface Lesson {
  players: number;
  options: Record<string, number | string>;
  /** What the game is about, to be read before the first move. */
  goal(language: Language): Tip;
  /** What the situation asks for when the player is to decide, the most important first. */
  tips(context: MoveContext, language: Language): Tip[];
  /** What a move of the player's own has done, in the position after it; null for what needs no word. */
  did(events: GameEvent[], context: MoveContext, language: Language): string | null;
}

/** A view that is shown for a while before the next one. */
export interface Scene {
  view: View;
  events: GameEvent[];
  /** In ms; `Infinity` until the player goes on. */
  pause: number;
}

/** What a game's `index.ts` exports as its default. */
export interface GameFace {
  /** As in the server's catalogue; also the name of its folder. */
  name: string;
  title(language: Language): string;
  /** The game in one sentence, on its poster. */
  pitch?(language: Language): string;
  /** How long a game takes, about. */
  minutes?: number;
  difficulty?: 'easy' | 'medium' | 'demanding';
  /** The colour of its poster. */
  colour: 'red' | 'blue' | 'pine' | 'brass';
  Poster: Component;
  Board: Component<BoardProps>;
  /** The winner's things, above the result. */
  Finale?: Component<{ view: View; names: string[]; winner: number }>;
  /** Draws the fences named `picture` of the rule book. */
  Picture?: Component<{ text: string }>;
  /** One line: what is asked of the player in turn. */
  ask(context: MoveContext, language: Language): string;
  /** A legal move in words. */
  describe(choice: Choice, context: MoveContext, language: Language): string;
  /**
   * Something that happened in a move, in words, without its subject; null for what needs no word.
   * What differs when it is said to the player themselves stands as `{their|your}`.
   */
  tell(event: GameEvent, context: MoveContext, language: Language, move: GameEvent[]): string | null;
  /** Where something happened: selectors within the board. */
  touched?(event: GameEvent): string[];
  /** The events that are heard, and how. Without it, a draw, a victory and everything else are. */
  sounds?: Partial<Record<string, SoundName>>;
  /** Whether a move needs no thought when it is the only one, such as a draw or a pass. */
  routine?(choice: Choice): boolean;
  /** Moments worth a scene of their own before the view that follows, such as the end of a round. */
  scenes?(before: View, after: View, events: GameEvent[]): Scene[];
  /** A bot's reason for or against a move, in words; null to say it as the bot does, in English. */
  reason?(reason: string, language: Language): string | null;
  /** Why a move is refused, in words; null to quote the rule. */
  object(objection: Objection, context: MoveContext, language: Language): string | null;
  /** An option of the game and its values in words. */
  option?(name: string, value: number | string | null, language: Language): string;
  /** Where the cards come from: our reconstruction, or a deck of somebody's own. */
  deck?(header: Header, language: Language): string;
  /** A preset in words. */
  preset?(name: string, language: Language): string;
  /** Whether points are counted; else the places say it all. */
  points: boolean;
  /** For the curve at the end of a game: how far each seat is. */
  progress?(view: View, header: Header): number[];
  /** What those numbers are, for a running game in a list: such as the round, or what is counted. */
  standing?(view: View, header: Header, language: Language): string;
  /** Whether the least points win; the curve then has its best at the top all the same. */
  least?: boolean;
  /** The part of a game that a view belongs to, such as a round, counted from 1. */
  roundOf?(view: View): number;
  /** What decides when the leaders have equal points, in words. */
  tie?(view: View, names: string[], language: Language): string | null;
  /** Players of a game that is begun with one tap; the fewest possible if it does not say. */
  players?: number;
  lesson?: Lesson;
}

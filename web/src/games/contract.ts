// What a game's folder offers to the page. The page draws the view it is sent and offers the legal
// moves it is sent; a game's board does the same and knows no rule.
import type { Component } from 'svelte';
import type { Language } from '../lib/settings.svelte';
import type { Header, Made, Position, SeatView } from '../lib/view';

export interface BoardProps {
  position: Position;
  header: Header;
  seats: SeatView[];
  /** Names of the seats, in their order, as they are shown. */
  names: string[];
  /** The seat whose view this is, from 1, or 0 for a spectator. Draw this seat at the bottom. */
  seat: number;
  turn: number | null;
  /** The legal moves when it is this person's turn, else none. */
  moves: string[];
  last: Made | null;
  /** The last moves, the oldest first. */
  history: Made[];
  /** A move that a bot advised; show where it is. */
  hinted: string | null;
  play(move: string): void;
  /** Say why a move is not possible (a toast with the rule). */
  why(move: string): void;
  /** The position that a move leads to; null if it cannot be foreseen. */
  preview(move: string): Promise<Position | null>;
  /** The line above the board: says what the player is in the middle of; null for the usual. */
  say(line: string | null): void;
}

export interface MoveContext {
  position: Position;
  header: Header;
  names: string[];
  seat: number;
}

/** Something to be explained in a first game, and where to look (a selector within the board). */
export interface Tip {
  key: string;
  text: string;
  at: string;
}

/** The guided first game: how it is set up, and what there is to explain now, in order. */
export interface Lesson {
  players: number;
  options: Record<string, number | string>;
  tips(context: MoveContext, moves: string[], language: Language): Tip[];
}

/** What a game's `index.ts` exports as its default. */
export interface GameFace {
  /** As in the server's catalogue; also the name of its folder. */
  name: string;
  title(language: Language): string;
  /** The colour of its poster. */
  colour: 'red' | 'blue' | 'pine' | 'brass';
  Poster: Component;
  Board: Component<BoardProps>;
  /** Draws the fences named `picture` of the rule book. */
  Picture?: Component<{ text: string }>;
  /** One line: what is asked of the player in turn. */
  ask(context: MoveContext, moves: string[], language: Language): string;
  /** A move in words, before it is made (`position` is the one it is made in, if it is known). */
  describe(move: string, context: MoveContext | null, language: Language): string;
  /** Why a move is refused, where this can be said more briefly than the rule does; else null. */
  refuse?(rule: string, move: string, context: MoveContext, language: Language): string | null;
  /** An option of the game and its values in words. */
  option?(name: string, value: number | string | null, language: Language): string;
  /** Whether points are counted; else the places say it all. */
  points: boolean;
  /** For the curve at the end of a game: how far each seat is; the more the better. */
  progress?(position: Position, header: Header): number[];
  /** Players of a game that is begun with one tap; the fewest possible if it does not say. */
  players?: number;
  lesson?: Lesson;
}

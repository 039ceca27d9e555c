// What is sent of Game of Trains, and what is printed on its cards.
import type { Header } from '../../lib/view';
import { ABILITIES, PRINTED } from './deck';

export type Ability = (typeof ABILITIES)[number];
export type Place = 'left' | 'middle' | 'right';

export interface TrainsPosition {
  phase: 'setup' | 'turn' | 'place' | 'over';
  turn: number | null;
  trains: number[][];
  locks: Record<Place, number | null>[];
  row: number[];
  deck: number | number[];
  discard: number | number[];
  drawn: null | number | '?' | (number | '?')[][];
}

/** Abilities for which one chooses a wagon, and the rule of each. */
export const CHOOSING = {
  'swap-adjacent': 'GT-9',
  'swap-over-one': 'GT-10',
  'move-right': 'GT-11',
  'move-left': 'GT-12',
  protect: 'GT-16',
} as const;
export const isChoosing = (ability: Ability): ability is keyof typeof CHOOSING => ability in CHOOSING;

export const PLACES: Place[] = ['left', 'middle', 'right'];
export const POSITION_OF: Record<Place, number> = { left: 1, middle: 4, right: 7 };
/** The order in which the abilities lie on the table. */
export const ORDER: Ability[] = [
  'swap-adjacent',
  'swap-over-one',
  'move-left',
  'move-right',
  'remove-left',
  'remove-middle',
  'remove-right',
  'protect',
];

export function abilityOf(card: number, deck: Header['deck']): Ability {
  const own = deck?.[String(card)];
  if (typeof own === 'string') return own as Ability;
  return ABILITIES[Number(PRINTED[card - 1])] ?? 'protect';
}

/** The moves that a card of the row offers, told by their notation. */
export function movesOf(ability: Ability, moves: string[]): string[] {
  return moves.filter((move) => {
    const [verb, a, b] = move.split(' ');
    switch (ability) {
      case 'swap-adjacent':
        return verb === 'swap' && Number(b) - Number(a) === 1;
      case 'swap-over-one':
        return verb === 'swap' && Number(b) - Number(a) === 2;
      case 'move-left':
        return verb === 'move' && b === 'left';
      case 'move-right':
        return verb === 'move' && b === 'right';
      case 'protect':
        return verb === 'protect';
      default:
        return move === ability.replace('-', ' ');
    }
  });
}

/** The positions (1 to 7) that a move touches on the mover's train. */
export function touched(move: string): number[] {
  const [verb, a, b, c] = move.split(' ');
  switch (verb) {
    case 'swap':
      return [Number(a), Number(b)];
    case 'move':
    case 'place':
      return [Number(a)];
    case 'keep':
      return [Number(c)];
    case 'remove':
    case 'protect':
      return [POSITION_OF[a as Place]];
    default:
      return [];
  }
}

export const size = (pile: number | number[]): number => (typeof pile === 'number' ? pile : pile.length);

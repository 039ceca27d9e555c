import type { GameFace } from '../contract';
import Board from './Board.svelte';
import { tips } from './lesson';
import Picture from './Picture.svelte';
import Poster from './Poster.svelte';
import { PLACES, type TrainsPosition } from './position';
import { words } from './words';

/** Couplings in ascending order: 6 of them make a finished train. */
function inOrder(train: number[]): number {
  return train.slice(1).filter((wagon, i) => wagon > (train[i] ?? 0)).length;
}

const face: GameFace = {
  name: 'game-of-trains',
  title: (language) => words[language].title,
  colour: 'red',
  players: 2,
  lesson: { players: 2, options: {}, tips },
  Poster,
  Board,
  Picture,
  ask(context, _moves, language) {
    const w = words[language];
    const position = context.position as unknown as TrainsPosition;
    if (position.phase === 'setup') {
      const mine = (position.drawn as (number | '?')[][] | null)?.[context.seat - 1] ?? [];
      return mine.length > 1 ? w.askKeep(mine.length) : w.askKeepOne(String(mine[0] ?? ''));
    }
    if (position.phase === 'place') return w.askPlace(String(position.drawn ?? ''));
    return position.row.length ? w.askTurn : w.askDraw;
  },
  refuse(rule, _move, context, language) {
    const w = words[language];
    const position = context.position as unknown as TrainsPosition;
    switch (rule) {
      case 'GT-4': {
        const mine = (position.drawn as (number | '?')[][] | null)?.[context.seat - 1] ?? [];
        return mine.length > 1 ? w.keepFirst : w.mustPlace(String(mine[0] ?? ''));
      }
      case 'GT-6':
        return position.phase === 'place' ? w.mustPlace(String(position.drawn ?? '')) : w.drawFirst;
      case 'GT-16':
        return PLACES.every((place) => position.locks[context.seat - 1]?.[place]) ? w.allLocked : w.lockedAlready;
      default:
        return null;
    }
  },
  describe(move, context, language) {
    const w = words[language];
    const train = (context?.position as unknown as TrainsPosition | undefined)?.trains[(context?.seat ?? 1) - 1];
    const wagon = (place: string | undefined) => w.wagon(place ?? '', train?.[Number(place) - 1] ?? 0);
    const [verb, a, b, c] = move.split(' ');
    switch (verb) {
      case 'draw':
        return w.moveDraw;
      case 'keep':
        return w.moveKeep(a ?? '', wagon(c));
      case 'place': {
        const drawn = (context?.position as unknown as TrainsPosition | undefined)?.drawn;
        return w.movePlace(typeof drawn === 'number' ? String(drawn) : '', wagon(a));
      }
      case 'swap':
        return w.moveSwap(wagon(a), wagon(b));
      case 'move':
        return b === 'right' ? w.moveRight(wagon(a)) : w.moveLeft(wagon(a));
      case 'remove':
        return w.moveRemove[a as 'left' | 'middle' | 'right'] ?? move;
      case 'protect':
        return w.moveProtect(wagon({ left: '1', middle: '4', right: '7' }[a as 'left']));
      default:
        return move;
    }
  },
  points: false,
  progress: (position) => (position as unknown as TrainsPosition).trains.map(inOrder),
};

export default face;

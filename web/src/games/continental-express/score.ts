// A score as a sum of its parts, and the scene in which it is reckoned.
import type { GameEvent, View } from '../../lib/view';
import type { Scene } from '../contract';
import { PARTS } from './names';
import type { Points } from './types';
import type { Words } from './words';

/** The parts that count. */
export const summands = (points: Points): number[] => PARTS.map((part) => points[part] ?? 0).filter((n) => n > 0);

/** The sum in words, of what counts. */
export const sumOf = (points: Points, w: Words): string =>
  PARTS.filter((part) => points[part])
    .map((part) => `${w.parts[part]} ${points[part]}`)
    .join(' + ') || `0 ${w.points(0)}`;

/** The end: everything lies as it was, the contracts are opened, and the points are added up. */
export const scenes = (after: View, events: GameEvent[]): Scene[] =>
  events.some((event) => event.do === 'showed') ? [{ view: after, events, pause: Infinity }] : [];

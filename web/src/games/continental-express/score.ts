// A score as a sum of its parts.
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

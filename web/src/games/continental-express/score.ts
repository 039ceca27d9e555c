// A score as a sum of its parts, and the scene in which it is reckoned.
import type { GameEvent, View as AnyView } from '../../lib/view';
import type { Scene } from '../contract';
import { PARTS, type Colour } from './names';
import type { Points, View } from './types';
import type { Words } from './words';

/** The parts that count. */
export const summands = (points: Points): number[] => PARTS.map((part) => points[part] ?? 0).filter((n) => n > 0);

/** The sum in words, of what counts. */
export const sumOf = (points: Points, w: Words): string =>
  PARTS.filter((part) => points[part])
    .map((part) => `${w.parts[part]} ${points[part]}`)
    .join(' + ') || `0 ${w.points(0)}`;

/** The end: everything lies as it was, the contracts are opened, and the points are added up. */
export const scenes = (after: AnyView, events: GameEvent[]): Scene[] =>
  events.some((event) => event.do === 'showed') ? [{ view: after, events, pause: Infinity }] : [];

/** The points of a seat's objectives of one colour; seats from 0. */
export const colourPoints = (view: View, seat: number, colour: Colour): number =>
  (view.validated[seat] ?? [])
    .map((number) => view.faces[number - 1])
    .reduce((sum, face) => sum + (face?.colour === colour ? face.points : 0), 0);

/** What decides between the players with the most points, if there are several. */
export function tieOf(view: View, names: string[], w: Words): string | null {
  const most = Math.max(...view.points.map((points) => points.all));
  const tied = view.points.map((points, i) => ({ ...points, name: names[i] ?? '' })).filter(({ all }) => all === most);
  if (tied.length < 2) return null;
  const best = Math.max(...tied.map(({ objectives }) => objectives));
  const [first, ...more] = tied.filter(({ objectives }) => objectives === best);
  return more.length ? w.tieShared : w.tieBroken(first?.name ?? '', best);
}

import { translated } from '../../../lib/i18n/translations';
import type { Lane } from '../dominoes';
import { en, type Words } from './en';

export type { Words };
export const words = translated<Words>('mexican-train', en);

/** Where a lane is, or where a domino goes, said to the person at a seat. */
export function whereIs(lane: Lane, { names, seat }: { names: string[]; seat: number }, places: Words['at']): string {
  if (lane === 'm') return places.mexican;
  return lane === seat ? places.mine : places.of(names[lane - 1] ?? String(lane));
}

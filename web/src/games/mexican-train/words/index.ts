import type { Language } from '../../../lib/settings.svelte';
import type { Lane } from '../dominoes';
import { en, type Words } from './en';
import { fr } from './fr';
import { pl } from './pl';

export type { Words };
export const words: Record<Language, Words> = { en, fr, pl };

/** Where a lane is, or where a domino goes, said to the person at a seat. */
export function whereIs(lane: Lane, { names, seat }: { names: string[]; seat: number }, places: Words['at']): string {
  if (lane === 'm') return places.mexican;
  return lane === seat ? places.mine : places.of(names[lane - 1] ?? String(lane));
}

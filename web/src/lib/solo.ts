// What a game says about playing it alone (`bots/solo.py`): the table of its daily deal, and its bots' strength.
import { CHARACTERS } from './names';

interface Solo {
  daily: { players: number; options: Record<string, number | string>; level: string };
  /** The share of wins of each level against the one below. */
  ladder: Record<string, number>;
}

const FOUND = import.meta.glob<Solo>('../../../src/sidings/games/*/solo.json', { eager: true, import: 'default' });
const MIDDLE = 'club';
const MIDDLE_POINTS = 1500;
const SPREAD = 400;

export const soloOf = (game: string): Solo | undefined =>
  FOUND[`../../../src/sidings/games/${game.replaceAll('-', '_')}/solo.json`];

/** The points of each level, the weakest first; those of a character are `club`'s, after which it comes. */
export function pointsOf(game: string): Record<string, number> {
  let total = 0;
  const steps = Object.entries(soloOf(game)?.ladder ?? {});
  const points = steps.map(([level, share]): [string, number] => {
    total += SPREAD * Math.log10(share / (1 - share));
    return [level, total];
  });
  const ladder = { novice: 0, ...Object.fromEntries(points) } as Record<string, number>;
  const middle = ladder[MIDDLE] ?? 0;
  return Object.fromEntries(
    Object.entries(ladder).flatMap(([level, found]) => {
      const alike = level === MIDDLE ? [level, ...CHARACTERS] : [level];
      return alike.map((name) => [name, Math.round(MIDDLE_POINTS + found - middle)]);
    }),
  );
}

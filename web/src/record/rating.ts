// One's rating on the ladder of the bots: OpenSkill (Plackett-Luce; Weng and Lin, 2011), in points as on the
// ladder. The bots' own points are fixed, so only the person's rating moves.

export interface Rating {
  points: number;
  /** How unsure that is: one standard deviation, in points. */
  doubt: number;
  games: number;
}

export interface Opponent {
  points: number;
  place: number;
}

export const START: Rating = { points: 1300, doubt: 350, games: 0 };
const BETA = 400 / Math.LN10 / Math.SQRT2; // two equals then win as often as Elo says
const LEAST_DOUBT = 60; // people learn: a rating never stands still

/** The rating after a game at this place among opponents whose points are known. */
export function rated(mine: Rating, place: number, others: readonly Opponent[]): Rating {
  const all = [{ ...mine, place }, ...others.map((one) => ({ ...one, doubt: 0 }))];
  const c = Math.sqrt(all.reduce((sum, one) => sum + one.doubt ** 2 + BETA ** 2, 0));
  const weight = (points: number) => Math.exp(points / c);
  let [gain, certainty] = [0, 0];
  for (const [q, one] of all.entries()) {
    if (one.place > place) continue;
    const field = all.filter((other) => other.place >= one.place);
    const share = weight(mine.points) / field.reduce((sum, other) => sum + weight(other.points), 0);
    const tied = all.filter((other) => other.place === one.place).length;
    gain += (q === 0 ? 1 - share : -share) / tied;
    certainty += (share * (1 - share)) / tied;
  }
  const variance = mine.doubt ** 2;
  const shrink = 1 - (certainty * (mine.doubt / c) * variance) / c ** 2;
  return {
    points: mine.points + (gain * variance) / c,
    doubt: Math.max(LEAST_DOUBT, mine.doubt * Math.sqrt(Math.max(shrink, 1e-4))),
    games: mine.games + 1,
  };
}

/** The level whose points are nearest. */
export function levelNear(points: number, ladder: Record<string, number>): string {
  const far = ([, theirs]: [string, number]) => Math.abs(theirs - points);
  return Object.entries(ladder).sort((a, b) => far(a) - far(b))[0]?.[0] ?? '';
}

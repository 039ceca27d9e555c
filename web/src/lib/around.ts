// Who is drawn where at a table.

/**
 * The seat that is drawn large, at the bottom, and the others in the order of play. A spectator sees
 * seat 1 so, unless all are to be drawn alike (`even`): then `own` is 0.
 */
export function around(seat: number, players: number, even: boolean): { own: number; others: number[] } {
  const own = seat || (even ? 0 : 1);
  const others = Array.from({ length: players - (own ? 1 : 0) }, (_, i) => ((own + i) % players) + 1);
  return { own, others };
}

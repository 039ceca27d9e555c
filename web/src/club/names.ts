// What entrants are called, and where their games are.
import type { EntrantInfo, TournamentInfo } from '../lib/protocol';

/** A person's name; of a bot its level, with its number since there may be several. */
export const nameOf = (one: EntrantInfo, levels: Record<string, string>): string =>
  one.name || `${levels[one.level] ?? one.level} ${one.number}`;

/** The address of the game that one has to play in the last round; null if there is none. */
export function ownGame({ you, matches }: Pick<TournamentInfo, 'you' | 'matches'>): string | null {
  for (const match of matches.at(-1) ?? []) {
    if (you !== match.first && you !== match.second) continue;
    for (const { part, link } of match.games) {
      const own = part === 0 || you === (part === 1 ? match.first : match.second);
      if (you && own && link?.startsWith('/t/')) return link;
    }
  }
  return null;
}

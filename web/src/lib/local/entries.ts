// The log of a table: one entry for each thing that happened, as the server writes it (`tables/entries.py`).
export type Mover = 'person' | 'bot' | 'stand-in';

export type Entry = { at: number } & (
  | { do: 'sit'; seat: number; name: string }
  | { do: 'leave'; seat: number }
  | { do: 'bot'; seat: number; level: string }
  | { do: 'contribute'; seat: number; words: string }
  | { do: 'start'; commitment: string }
  | { do: 'move'; seat: number; move: string; by?: Mover }
  | { do: 'takeback'; seat: number }
  | { do: 'resign'; seat: number }
  | { do: 'abandon'; seat: number }
  | { do: 'rematch'; table: string }
);

export type Move = Extract<Entry, { do: 'move' }>;

/** The moves that stand: those taken back are left out. */
export function movesOf(log: readonly Entry[]): Move[] {
  const moves: Move[] = [];
  for (const entry of log) {
    if (entry.do === 'move') moves.push(entry);
    else if (entry.do === 'takeback') {
      // Back to before the player's own last move; bots may have answered it.
      for (let undone = moves.pop(); undone; undone = moves.pop()) {
        if (undone.seat === entry.seat && !undone.by) break;
      }
    }
  }
  return moves;
}

// What is sent of Continental Express, and what can be counted on the table.
import type { Header } from '../../lib/view';
import { PRINTED } from './deck';

export const COLOURS = ['blue', 'yellow', 'black', 'red', 'green'] as const;
export const LINES = ['a', 'b', 'c'] as const;
export const CHARACTERS = ['investor', 'pickpocket', 'pointsman', 'director'] as const;
export type Colour = (typeof COLOURS)[number];
export type Line = (typeof LINES)[number];
export type Character = (typeof CHARACTERS)[number];
export type ContractName = Colour | 'pairs' | 'triplets' | 'trios' | 'four' | 'two-pairs';
export type Counts = Record<string, number>;

export interface ExpressPosition {
  phase: 'contract' | 'take' | Character | 'objective' | 'over';
  turn: number | null;
  lines: Record<Line, (string | null)[]>;
  piles: Record<Line, number | string[]>;
  objectives: number[];
  objective_pile: number | number[];
  wagons: Counts[];
  tickets: number[];
  tokens: Record<Colour, number>[];
  bank: Record<Colour, number>;
  validated: number[][];
  contracts: (ContractName | '?' | null)[];
  offered: ((ContractName | '?')[] | null)[] | null;
  last_turns: number | null;
}

export interface Objective {
  colour: Colour;
  points: number;
  wagons: string[];
}

const OURS: Objective[] = PRINTED.map((line) => {
  const [colour, points, ...wagons] = line.split(' ');
  return { colour: colour as Colour, points: Number(points), wagons };
});

export const isCharacter = (card: string): card is Character => (CHARACTERS as readonly string[]).includes(card);
export const size = (pile: number | unknown[]): number => (typeof pile === 'number' ? pile : pile.length);

/** The objective of a number, from the deck of the table or else ours. */
export function objectiveOf(number: number, deck: Header['deck']): Objective {
  const own = deck?.objectives as Objective[] | undefined;
  return (own ?? OURS)[number - 1] ?? { colour: 'black', points: 0, wagons: [] };
}

export const isReconstructed = (deck: Header['deck']): boolean => !deck || deck.reconstructed === true;

export type Need = 'have' | 'engine' | 'lack';

/** For each wagon on an objective: whether it is there, a locomotive stands for it, or it is missing. */
export function needs(objective: Objective, wagons: Counts): Need[] {
  const left = { ...wagons };
  const found = objective.wagons.map((kind): Need => {
    if (!left[kind]) return 'lack';
    left[kind] -= 1;
    return 'have';
  });
  return found.map((need) => {
    if (need === 'have' || !left.locomotive) return need;
    left.locomotive -= 1;
    return 'engine';
  });
}

/** The wagons that are missing for an objective. */
export const lacking = (objective: Objective, wagons: Counts): string[] => {
  const found = needs(objective, wagons);
  return objective.wagons.filter((_, i) => found[i] === 'lack');
};

export function icons(position: ExpressPosition, seat: number, deck: Header['deck']): Record<Colour, number> {
  const found = { ...(position.tokens[seat - 1] as Record<Colour, number>) };
  for (const number of position.validated[seat - 1] ?? []) found[objectiveOf(number, deck).colour] += 1;
  return found;
}

/** What a contract brings with these icons. */
export function worth(contract: ContractName, icons: Record<Colour, number>): number {
  const counts = COLOURS.map((colour) => icons[colour]);
  const sets = (of: number) => counts.reduce((sum, n) => sum + Math.floor(n / of), 0);
  const colours = (least: number) => counts.filter((n) => n >= least).length;
  switch (contract) {
    case 'pairs':
      return 3 * sets(2);
    case 'triplets':
      return 7 * sets(3);
    case 'trios': {
      let n = 0;
      while (counts.reduce((sum, count) => sum + Math.min(count, n + 1), 0) >= 3 * (n + 1)) n += 1;
      return 5 * n;
    }
    case 'four':
      return colours(1) >= 4 ? 6 : 0;
    case 'two-pairs':
      return colours(2) >= 2 ? 7 : 0;
    default:
      return 2 * icons[contract];
  }
}

export const PARTS = ['objectives', 'contract', 'tickets'] as const;
export type Part = (typeof PARTS)[number];

export interface Points {
  objectives: number;
  /** null when the contract is not known */
  contract: number | null;
  tickets: number;
  all: number;
}

export function points(position: ExpressPosition, seat: number, deck: Header['deck']): Points {
  const objectives = (position.validated[seat - 1] ?? []).reduce((sum, n) => sum + objectiveOf(n, deck).points, 0);
  const own = position.contracts[seat - 1] ?? '?';
  const contract = own === '?' ? null : worth(own, icons(position, seat, deck));
  const tickets = position.tickets[seat - 1] ?? 0;
  return { objectives, contract, tickets, all: objectives + (contract ?? 0) + tickets };
}

/** `trade tanker for diner of 3` in its parts. */
export function trade(move: string): { give: string; want: string; seat: number } | null {
  const [verb, give, , want, , seat] = move.split(' ');
  return verb === 'trade' && give && want ? { give, want, seat: Number(seat) } : null;
}

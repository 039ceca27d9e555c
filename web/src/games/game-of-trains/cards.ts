// The cards of Game of Trains: how they lie on the table.
import type { View } from './types';

export type Ability = View['abilities'][number];

/** The order in which the abilities lie in the row. */
export const ORDER: Ability[] = [
  'swap-adjacent',
  'swap-over-one',
  'move-left',
  'move-right',
  'remove-left',
  'remove-middle',
  'remove-right',
  'protect',
];

export const abilityOf = (card: number, view: View): Ability => view.abilities[card - 1] ?? 'protect';

export const LIVERIES = ['var(--fill-red)', 'var(--fill-blue)', 'var(--fill-pine)', 'var(--fill-brass)'];

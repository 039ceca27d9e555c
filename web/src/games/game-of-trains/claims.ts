// What the questions of the game claim, and when that is so.
import type { Claims } from '../claims';
import type { Choice, View } from './types';

export const CLAIMS: Claims<View, Choice['do']> = [
  [/^Set-up/, (view, can) => view.phase === 'setup' && can('keep')],
  [/You drew/, (view, can) => view.phase === 'place' && can('place')],
  [/draw a card/, (_, can) => can('draw')],
  [/ability/, (view) => view.row.length > 0],
];

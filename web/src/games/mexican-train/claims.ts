// What the questions of the game claim, and when that is so.
import type { Claims } from '../claims';
import type { Choice, View } from './types';

export const CLAIMS: Claims<View, Choice['do']> = [
  [/boneyard is empty/, (view, can) => view.boneyard === 0 && can('pass')],
  [/does not fit/, (view, can) => view.drawn !== null && (can('keep') || can('draw')) && !can('lay')],
  [/your train is now open/, (view, _, seat) => !view.markers[seat - 1]],
  [/You drew/, (view) => view.drawn !== null],
  [/which fits/, (view, can) => view.drawn !== null && can('lay')],
  [/draw a domino/, (_, can) => can('draw')],
  [/Nothing fits|have no/, (_, can) => !can('lay')],
  [/double .* waits/, (view) => view.double !== null],
  [/Confirm it/, (view, can) => view.double !== null && can('lay')],
  [/first turn/, (view, _, seat) => view.first_turns.includes(seat)],
  [/or wait/, (_, can) => can('decline')],
  [/lay a domino|begin your train/i, (_, can) => can('lay') || can('decline')],
];

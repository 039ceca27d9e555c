// What the questions of the game claim, and when that is so.
import type { Claims } from '../claims';
import type { Choice, View } from './types';

export const CLAIMS: Claims<View, Choice['do']> = [
  [/contract/, (_, can) => can('contract')],
  [/take a card|one more card/, (_, can) => can('take')],
  [/first column is/, (view, _, seat) => view.tickets[seat - 1] === 0],
  [/Pickpocket/, (_, can) => can('rob') || can('decline')],
  [/Pointsman/, (_, can) => can('trade') || can('decline')],
  [/Director/, (_, can) => can('token') || can('decline')],
  [/validate an objective/, (_, can) => can('objective')],
];

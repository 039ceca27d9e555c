import { expect, it } from 'vitest';
import { isShared, nextHand } from './hands';
import { handAddress, seatAsked } from './screen';
import type { TableView } from './view';

const view = (seat: number, turn: number, more: object = {}): TableView =>
  ({ seat, state: { status: 'playing', turn }, ...more }) as unknown as TableView;

it('passes a device on to whoever of it is to move', () => {
  const links = { seats: [1, 2] };
  expect(isShared(links)).toBe(true);
  expect(nextHand(view(0, 2), links)).toBe(2);
  expect(nextHand(view(1, 2), links)).toBe(2);
  expect(nextHand(view(2, 2), links)).toBe(0); // their hand is shown
  expect(nextHand(view(1, 3), links)).toBe(0); // somebody elsewhere, or a bot
  expect(nextHand(view(1, 2, { pause: 500 }), links)).toBe(0);
  expect(nextHand(view(1, 0, { state: { status: 'over', turn: null } }), links)).toBe(0);
});

it('asks nobody on a device of one', () => {
  expect(isShared(null)).toBe(false);
  expect(nextHand(view(0, 1), { seats: [1] })).toBe(0);
});

it('moves a hand by an address that names its seat', () => {
  const address = new URL(handAddress('https://trains.example', 'T', 3, 'token'));
  expect(seatAsked(address.search)).toBe(3);
  expect(address.hash).toBe('#token');
  expect(['', '?seat=', '?seat=x', '?seat=-1', '?seat=1.5'].map(seatAsked)).toEqual([0, 0, 0, 0, 0]);
});

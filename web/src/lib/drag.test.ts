import { beforeEach, expect, test, vi } from 'vitest';
import { drag } from './drag';

const lift = vi.fn();
const drop = vi.fn();
let card: HTMLElement;
let place: HTMLElement;

const send = (type: string, x: number, y: number) =>
  card.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, button: 0 }));

beforeEach(() => {
  vi.clearAllMocks();
  document.body.innerHTML = '<button>card</button><div data-drop="lane"></div>';
  card = document.querySelector('button') as HTMLElement;
  place = document.querySelector('div') as HTMLElement;
  card.setPointerCapture = () => {};
  document.elementFromPoint = () => place;
});

test('a short tap is no drag', () => {
  drag(card, { enabled: true, lift, drop });
  send('pointerdown', 0, 0);
  send('pointermove', 3, 3);
  send('pointerup', 3, 3);
  expect(lift).not.toHaveBeenCalled();
  expect(drop).not.toHaveBeenCalled();
});

test('a card is lifted, and dropped on what lies below', () => {
  drag(card, { enabled: true, lift, drop });
  send('pointerdown', 0, 0);
  send('pointermove', 30, 0);
  expect(lift).toHaveBeenCalledOnce();
  expect(place.className).toBe('under-drag');
  send('pointerup', 30, 0);
  expect(drop).toHaveBeenCalledWith('lane');
  expect(place.className).toBe('');
});

test('a drag that is cancelled ends nowhere', () => {
  drag(card, { enabled: true, lift, drop });
  send('pointerdown', 0, 0);
  send('pointermove', 30, 0);
  send('pointercancel', 30, 0);
  expect(drop).toHaveBeenCalledWith(null);
});

test('nothing is dragged while it is not enabled', () => {
  const { update } = drag(card, { enabled: true, lift, drop });
  update({ enabled: false, lift, drop });
  send('pointerdown', 0, 0);
  send('pointermove', 30, 0);
  expect(lift).not.toHaveBeenCalled();
});

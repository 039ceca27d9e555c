// Dragging a card with a finger or a mouse. A short tap stays a click; what the card is dropped on
// is found by its `data-drop`. This module knows no rules.
export interface Drag {
  /** Whether this element can be dragged now. */
  enabled: boolean;
  /** The card was lifted; light up where it can go. */
  lift(): void;
  /** It was dropped on a place, or (null) nowhere. */
  drop(place: string | null): void;
}

const FAR = 8; // pixels that make a drag out of a tap

export function drag(element: HTMLElement, options: Drag): { update(next: Drag): void; destroy(): void } {
  let current = options;
  let start: { x: number; y: number; id: number } | null = null;
  let lifted = false;
  let over: Element | null = null;

  const below = (x: number, y: number): HTMLElement | null => {
    element.style.pointerEvents = 'none';
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]') ?? null;
    element.style.pointerEvents = '';
    return found;
  };
  const down = (event: PointerEvent) => {
    if (!current.enabled || event.button) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    // Now, not on the first move: a quick finger has left the card by then.
    element.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.id) return;
    const dx = event.clientX - start.x;
    const dy = event.clientY - start.y;
    if (!lifted) {
      if (Math.hypot(dx, dy) < FAR) return;
      lifted = true;
      element.classList.add('dragged');
      current.lift();
    }
    element.style.translate = `${dx}px ${dy}px`;
    const place = below(event.clientX, event.clientY);
    if (place !== over) {
      over?.classList.remove('under-drag');
      place?.classList.add('under-drag');
      over = place;
    }
  };
  const end = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.id) return;
    const place = lifted && event.type === 'pointerup' ? below(event.clientX, event.clientY) : null;
    const was = lifted;
    start = null;
    lifted = false;
    over?.classList.remove('under-drag');
    over = null;
    element.style.translate = '';
    element.classList.remove('dragged');
    if (!was) return;
    // The browser sends a click after a drag; ignore it.
    element.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 50);
    current.drop(place?.dataset.drop ?? null);
  };
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const touch = () => (element.style.touchAction = current.enabled ? 'none' : '');
  touch();
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', end);
  element.addEventListener('pointercancel', end);
  return {
    update(next: Drag) {
      current = next;
      touch();
    },
    destroy() {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
    },
  };
}

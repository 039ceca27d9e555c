// Cards travel: each element with `data-card` flies from where it was to where it is now. What has
// vanished flies to a place named by `data-zone`, and what is new comes from one. A game says in
// which order things happen.
import { settings } from './settings.svelte';

interface Seen {
  box: DOMRect;
  element: HTMLElement;
  home: string; // the nearest data-place around it
}

export interface Journey {
  card: string;
  from: string | null; // a place; null when the card was not on the table before
  to: string | null;
}

export interface Plan {
  /** The step in which a journey happens: 0, 1, 2 … */
  step: number;
  /** For a card that came or went: the zones it passes, and where it comes from or ends. */
  via?: string[];
}

/** Classes by which boards say what can be done with a card. */
const STATES = new Set(['lit', 'dimmed', 'chosen', 'hinted', 'doomed', 'dragged', 'under-drag', 'fresh', 'joined']);

class Motion {
  #until = 0;
  #running = new Set<Animation>();
  #waiting: (() => void)[] = [];

  /** The time in ms until every card has arrived. */
  get left(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Until every card has arrived; `left` may end a frame earlier. */
  landed(): Promise<void> {
    if (!this.#running.size) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  finish(): void {
    for (const animation of this.#running) animation.finish();
    this.#running.clear();
    this.#until = 0;
    this.#tell();
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  run(element: Element, frames: Keyframe[], delay: number, duration: number): Animation {
    const easing = 'cubic-bezier(.3,.1,.2,1)';
    const animation = element.animate(frames, { delay, duration, easing, fill: 'backwards' });
    this.#running.add(animation);
    this.#until = Math.max(this.#until, performance.now() + delay + duration);
    const done = () => {
      this.#running.delete(animation);
      if (!this.#running.size) this.#tell();
    };
    animation.addEventListener('finish', done);
    animation.addEventListener('cancel', done);
    return animation;
  }
}

export const motion = new Motion();

export class Flights {
  #before = new Map<string, Seen>();
  #zones = new Map<string, DOMRect>();

  /** Call before the page changes. */
  look(root: HTMLElement | undefined): void {
    this.#before = root ? see(root) : new Map();
    this.#zones = root ? zones(root) : new Map();
  }

  /** Call after it has changed. */
  fly(root: HTMLElement | undefined, plan: (journey: Journey) => Plan | null): void {
    const journey = settings.journey;
    if (!root || !journey || !this.#before.size) return;
    const now = see(root);
    const places = new Map([...this.#zones, ...zones(root)]);
    const flights: { plan: Plan; was: Seen | undefined; is: Seen | undefined }[] = [];
    for (const card of new Set([...this.#before.keys(), ...now.keys()])) {
      const was = this.#before.get(card);
      const is = now.get(card);
      if (was && is && close(was.box, is.box)) continue;
      const found = plan({ card, from: was?.home ?? null, to: is?.home ?? null });
      if (found) flights.push({ plan: found, was, is });
    }
    const steps = [...new Set(flights.map((flight) => flight.plan.step))].sort((a, b) => a - b);
    for (const { plan: found, was, is } of flights) {
      const delay = steps.indexOf(found.step) * (journey + 60);
      const via = (found.via ?? []).map((zone) => places.get(zone)).filter((box) => box !== undefined);
      if (is) arrive(is, was, via, delay, journey);
      else if (was) depart(was, via, delay, journey);
    }
  }
}

function see(root: HTMLElement): Map<string, Seen> {
  const found = new Map<string, Seen>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-card]')) {
    const home = element.closest<HTMLElement>('[data-place]')?.dataset.place ?? '';
    found.set(element.dataset.card ?? '', { box: element.getBoundingClientRect(), element, home });
  }
  return found;
}

function zones(root: HTMLElement): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-zone]')) {
    found.set(element.dataset.zone ?? '', element.getBoundingClientRect());
  }
  return found;
}

const close = (a: DOMRect, b: DOMRect) => Math.abs(a.left - b.left) < 1 && Math.abs(a.top - b.top) < 1;

/** A transform that shows an element of box `at` as if it were at `as`. */
function shift(at: DOMRect, as: DOMRect): string {
  const scale = Math.min(as.width / at.width, as.height / at.height) || 1;
  const dx = as.left + as.width / 2 - (at.left + at.width / 2);
  const dy = as.top + as.height / 2 - (at.top + at.height / 2);
  return `translate(${dx}px, ${dy}px) scale(${scale})`;
}

function arrive(is: Seen, was: Seen | undefined, via: DOMRect[], delay: number, journey: number): void {
  const path = [...(was ? [was.box] : []), ...via];
  if (!path.length) {
    motion.run(is.element, [{ opacity: 0 }, { opacity: 1 }], delay, journey);
    return;
  }
  const zIndex = was?.home === is.home ? 5 : 6; // above those that only make room
  const frames: Keyframe[] = path.map((box, i) => ({
    transform: shift(is.box, box),
    zIndex,
    opacity: !was && i === 0 ? 0 : 1,
  }));
  frames.push({ transform: 'none', zIndex, opacity: 1 });
  const animation = motion.run(is.element, frames, delay, journey * path.length);
  // A container that clips its cards can use this to let an arriving card show outside it.
  is.element.dataset.flying = '';
  const land = () => delete is.element.dataset.flying;
  animation.addEventListener('finish', land);
  animation.addEventListener('cancel', land);
}

/** Sends a copy of an element that is gone to where the card went, and fades it out. */
function depart(was: Seen, path: DOMRect[], delay: number, journey: number): void {
  const ghost = was.element.cloneNode(true) as HTMLElement;
  // The copy keeps the component's class and drops those that say what can be done with the card.
  ghost.className = [...ghost.classList].filter((name) => !STATES.has(name)).join(' ');
  ghost.removeAttribute('data-card');
  ghost.removeAttribute('id');
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${was.box.left}px`,
    top: `${was.box.top}px`,
    width: `${was.box.width}px`,
    height: `${was.box.height}px`,
    margin: '0',
    zIndex: '40',
    pointerEvents: 'none',
  });
  document.body.append(ghost);
  const frames: Keyframe[] = [{ transform: 'translate(0)', opacity: 1 }];
  for (const box of path) frames.push({ transform: shift(was.box, box), opacity: 1 });
  frames.push({ transform: `${frames.at(-1)?.transform as string} scale(.6)`, opacity: 0 });
  const animation = motion.run(ghost, frames, delay, journey * Math.max(1, frames.length - 1));
  const remove = () => ghost.remove();
  animation.addEventListener('finish', remove);
  animation.addEventListener('cancel', remove);
}

// On a phone the first thing to see is where one decides, and at the end the result.
import { SMALL } from './settings.svelte';

export function showFirst(main: HTMLElement | undefined, over: boolean): () => void {
  if (over) scrollTo(0, 0);
  if (over || !SMALL.matches) return () => {};
  // A board knows its size only when it has been drawn.
  const drawn = requestAnimationFrame(() => main?.querySelector('[data-first]')?.scrollIntoView({ block: 'nearest' }));
  return () => cancelAnimationFrame(drawn);
}

// The tips of a guided game, as each game lists them.
import type { GameEvent } from '../lib/view';
import type { Tip } from './contract';

/** A situation, the tip it asks for, where to look, and the events that show that the tip was acted on. */
export type Situation<Key, Event> = [holds: boolean, key: Key, at: string, acted?: (event: Event) => boolean];

/** The tips of the situations that hold. */
export function tipsIn<Key extends string, Event extends GameEvent>(
  situations: Situation<Key, Event>[],
  words: Record<Key, string>,
): Tip[] {
  return situations
    .filter(([holds]) => holds)
    .map(([, key, at, acted]) => ({
      key,
      text: words[key],
      at,
      ...(acted ? { acted: (events: GameEvent[]) => (events as Event[]).some(acted) } : {}),
    }));
}

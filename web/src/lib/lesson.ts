// A guided first game: which tip a situation asks for, and what has been learnt by acting on it.
import type { Tip } from '../games/contract';
import type { Judged } from './protocol';
import type { GameEvent } from './view';

export interface Progress {
  /** The tips that were acted on: they are not given again. */
  learnt: string[];
  /** The tips that were given since their situation last arose. */
  given: string[];
}

/** The tip for a situation: the first one that it asks for, unless it has been given in it already. */
export const tipFor = (tips: Tip[], { learnt, given }: Progress): Tip | null =>
  tips.find(({ key }) => !learnt.includes(key) && !given.includes(key)) ?? null;

/** The progress after a move that was made in a situation, with a tip in sight. */
export function afterMove(progress: Progress, tips: Tip[], tip: Tip | null, events: GameEvent[]): Progress {
  // What a situation no longer asks for is given again when it arises anew.
  const given = tips.filter(({ key }) => key === tip?.key || progress.given.includes(key));
  const acted = given.filter((one) => one.acted?.(events) ?? true).map(({ key }) => key);
  return { learnt: [...new Set([...progress.learnt, ...acted])], given: given.map(({ key }) => key) };
}

/** A bot's advice without moves that it likes in spite of what a lesson teaches, if there are others. */
export function withoutExceptions(judged: Judged[]): Judged[] {
  const plain = judged.filter((one) => !one.despite);
  return plain.length ? plain : judged.map((one) => ({ ...one, why: '', despite: false }));
}

// The guided first game: what to say, and when.
import type { Language } from '../../lib/settings.svelte';
import type { MoveContext, Tip } from '../contract';
import { isCharacter, LINES, type ExpressPosition } from './position';
import { words, type Words } from './words';

export function tips(context: MoveContext, moves: string[], language: Language): Tip[] {
  const w = words[language].lesson;
  const { phase, lines, wagons, tickets, last_turns } = context.position as unknown as ExpressPosition;
  const taking = phase === 'take' && moves.length > 0;
  const shown = LINES.flatMap((line) => lines[line]);
  const found: [boolean, keyof Words['lesson'], string][] = [
    [true, 'goal', '.goals'],
    [phase === 'contract', 'contract', '.contracts'],
    [taking, 'market', '.market'],
    [taking, 'objectives', '.goals .long'],
    [phase === 'objective' && moves.length > 0, 'validate', '.long.lit'],
    [(tickets[context.seat - 1] ?? 0) > 0, 'tickets', '.depot'],
    [(wagons[context.seat - 1]?.locomotive ?? 0) > 0, 'locomotive', '.depot'],
    [taking && shown.some((card) => card !== null && isCharacter(card)), 'people', '.offer.person'],
    [last_turns !== null, 'end', '.strip'],
  ];
  return found.filter(([holds]) => holds).map(([, key, at]) => ({ key, text: w[key], at }));
}

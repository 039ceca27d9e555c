// The guided first game: what to say, and when.
import type { Language } from '../../lib/settings.svelte';
import type { MoveContext, Tip } from '../contract';
import { isCharacter, viewIn } from './names';
import { words, type Words } from './words';

export function tips(context: MoveContext, language: Language): Tip[] {
  const w = words[language].lesson;
  const { phase, lines, wagons, tickets, last_turns } = viewIn(context);
  const asked = context.choices.length > 0;
  const taking = phase === 'take' && asked;
  const people = Object.values(lines).some((cards) => cards.some((card) => card !== null && isCharacter(card)));
  const found: [boolean, keyof Words['lesson'], string][] = [
    [true, 'goal', '.goals'],
    [phase === 'contract', 'contract', '.contracts'],
    [taking, 'market', '.market'],
    [taking, 'objectives', '.goals .long'],
    [phase === 'objective' && asked, 'validate', '.long.lit'],
    [(tickets[context.seat - 1] ?? 0) > 0, 'tickets', '.depot'],
    [(wagons[context.seat - 1]?.locomotive ?? 0) > 0, 'locomotive', '.depot'],
    [taking && people, 'people', '.offer.person'],
    [last_turns !== null, 'end', '.strip'],
  ];
  return found.filter(([holds]) => holds).map(([, key, at]) => ({ key, text: w[key], at }));
}

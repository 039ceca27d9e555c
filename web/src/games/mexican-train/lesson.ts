// The guided first game: what to say, and when.
import type { Language } from '../../lib/settings.svelte';
import type { MoveContext, Tip } from '../contract';
import { laying, type RailPosition } from './position';
import { words, type Words } from './words';

export function tips(context: MoveContext, moves: string[], language: Language): Tip[] {
  const w = words[language].lesson;
  const { double, mexican, markers } = context.position as unknown as RailPosition;
  const lanes = moves.flatMap((move) => laying(move)?.lane ?? []);
  const others = markers.findIndex((marked, i) => marked && i + 1 !== context.seat) + 1;
  const found: [boolean, keyof Words['lesson'], string][] = [
    [true, 'goal', '.station'],
    [double !== null, 'double', '.lane.waits'],
    [moves.length > 0, 'train', '.lane.own'],
    [lanes.length > 0, 'hand', '.hand .lit'],
    [moves.includes('draw'), 'draw', '[data-testid=draw]'],
    [moves.includes('pass'), 'pass', '[data-testid=pass]'],
    [lanes.length > 0, 'sort', '[data-testid=sort]'],
    [lanes.includes('m') || mexican !== null, 'mexican', '.lane.mexican'],
    [others > 0 && moves.length > 0, 'open', `.lane[data-lane='${others}']`],
    [new Set(lanes).size > 1, 'signal', '.lane[data-clear] .signal'],
  ];
  return found.filter(([holds]) => holds).map(([, key, at]) => ({ key, text: w[key], at }));
}

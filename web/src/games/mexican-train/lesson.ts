// The guided first game: what to say, and when.
import type { Language } from '../../lib/settings.svelte';
import type { MoveContext, Tip } from '../contract';
import { layings } from './dominoes';
import type { Choice, View } from './types';
import { words, type Words } from './words';

const PASSES: Choice['do'][] = ['keep', 'decline', 'pass'];

export function tips(context: MoveContext, language: Language): Tip[] {
  const w = words[language].lesson;
  const { double, mexican, markers } = context.view as unknown as View;
  const choices = context.choices as Choice[];
  const lanes = layings(choices).map((one) => one.lane);
  const others = markers.findIndex((marked, i) => marked && i + 1 !== context.seat) + 1;
  const found: [boolean, keyof Words['lesson'], string][] = [
    [true, 'goal', '.station'],
    [double !== null, 'double', '.lane.waits'],
    [choices.length > 0, 'train', '.lane.own'],
    [lanes.length > 0, 'hand', '.hand .lit'],
    [choices.some((choice) => choice.do === 'draw'), 'draw', '[data-testid=draw]'],
    [choices.some((choice) => PASSES.includes(choice.do)), 'pass', '[data-testid=pass]'],
    [lanes.length > 0, 'sort', '[data-testid=sort]'],
    [lanes.includes('m') || mexican !== null, 'mexican', '.lane.mexican'],
    [others > 0 && choices.length > 0, 'open', `.lane[data-lane='${others}']`],
    [new Set(lanes).size > 1, 'signal', '.lane[data-clear] .signal'],
  ];
  return found.filter(([holds]) => holds).map(([, key, at]) => ({ key, text: w[key], at }));
}

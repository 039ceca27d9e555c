// What happened, in words and as marks on the board; and the scenes that a game makes of it.
import type { GameFace, MoveContext } from '../games/contract';
import { i18n, type Words } from './i18n/index.svelte';
import type { Judged } from './protocol';
import { sentence, type Line } from './story.svelte';
import type { Made, TableView } from './view';

/** A move in a sentence; of one that the person at `context.seat` made it says *you*. */
export function recount(
  face: GameFace,
  { seat, events, move }: Pick<Made, 'seat' | 'move' | 'events'>,
  context: MoveContext,
  t: Words,
): string {
  const told = events.map((event) => face.tell(event, context, i18n.language, events));
  return sentence(seat === context.seat ? null : (context.names[seat - 1] ?? ''), told, move, t);
}

/** A bot's reason for a move, in words. */
export function reasonOf(face: GameFace, { why, despite }: Pick<Judged, 'why' | 'despite'>, t: Words): string {
  const known: Record<string, string> = t.table.reasons;
  const said = known[why] ?? face.reason?.(why, i18n.language) ?? why;
  return despite ? t.table.despite(said) : said;
}

/** Whose turn it is, if it is not the viewer's; where people look `together`, nobody is told that they watch. */
export function whoMoves(view: TableView, names: string[], together: boolean, t: Words): string {
  const turn = view.state.turn ?? 0;
  if (turn === view.seat) return '';
  const name = names[turn - 1] ?? '';
  const waits = view.state.seats[turn - 1]?.kind === 'bot' ? t.table.thinking(name) : t.table.turnOf(name);
  return view.seat || together ? waits : `${t.table.watching}. ${waits}`;
}

/** A style that marks where the other seats have done something. */
export const marksOf = (face: GameFace, lines: Line[], seat: number): string =>
  marksAt(
    face,
    lines.filter((line) => line.seat !== seat).flatMap((line) => line.made.events),
  );

/** A style that marks where something happened. */
export function marksAt(face: GameFace, events: Made['events']): string {
  const places = [...new Set(events.flatMap((event) => face.touched?.(event) ?? []))];
  if (!places.length) return '';
  const free = ':not(.lit, .chosen, .hinted, :focus-visible)';
  return `.board :is(${places.join(', ')})${free} { outline: 3px dotted var(--blue); outline-offset: 1px; border-radius: 8px; }`;
}

/** The scenes of a game between two views, as views of the table. */
export function scenesOf(face: GameFace, before: TableView, after: TableView): TableView[] {
  if (!face.scenes || !before.view || !after.view || !after.events.length) return [after];
  const scenes = face.scenes(before.view, after.view, after.events);
  if (!scenes.length) return [after];
  const state = { ...after.state, status: before.state.status, result: null };
  const shown = scenes.map((scene) => ({ ...after, ...scene, state, choices: [] }));
  const told = scenes.reduce((sum, scene) => sum + scene.events.length, 0);
  return [...shown, { ...after, events: after.events.slice(told) }];
}

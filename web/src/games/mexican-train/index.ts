// Mexican Train on the page: its board, and its moves, events and objections in words.
import type { GameFace, MoveContext, Scene } from '../contract';
import Board from './Board.svelte';
import { endOf, laneAt, type Lane } from './dominoes';
import { lesson } from './lesson';
import Picture from './Picture.svelte';
import Poster from './Poster.svelte';
import { scenes } from './rounds';
import { sounds } from './sounds';
import type { Choice, Event, Objections, View } from './types';
import { whereIs, words, type Words } from './words';

/** What this game's context holds. */
const own = (context: MoveContext) =>
  context as unknown as Omit<MoveContext, 'view' | 'choices'> & { view: View; choices: Choice[] };

function askToConfirm(double: string, lane: Lane, context: MoveContext, w: Words): string {
  const { view, choices } = own(context);
  const say = choices.some((choice) => choice.do === 'lay')
    ? w.askConfirm
    : choices.some((choice) => choice.do === 'draw')
      ? w.askConfirmDraw
      : w.askConfirmPass;
  return say(double, endOf(view, lane), whereIs(lane, context, w.at));
}

function ask(context: MoveContext, w: Words): string {
  const { view, choices, seat } = own(context);
  const can = (what: Choice['do']) => choices.some((choice) => choice.do === what);
  if (!choices.length) return '';
  if (view.drawn) {
    if (!can('lay') && can('draw')) return w.askDrawAgain(view.drawn);
    if (!can('lay')) return w.askKeep(view.drawn, !view.markers[seat - 1]);
    return can('keep') ? w.askDrawn(view.drawn) : w.askDrawnMust(view.drawn);
  }
  if (view.phase === 'start') return w.askStart(`${view.engine}-${view.engine}`, view.engine);
  if (can('stop')) return can('lay') ? w.askBuild(view.ends[seat - 1] ?? 0) : w.askStop;
  if (view.unconfirmed && view.double !== null && view.more_doubles && can('lay'))
    return w.askMore(view.unconfirmed, endOf(view, view.double));
  if (view.unconfirmed && view.double !== null) return askToConfirm(view.unconfirmed, view.double, context, w);
  if (!can('lay')) return can('draw') ? w.askDraw : w.askPass;
  return view.first_turns.includes(seat) ? w.askFirst(view.engine) : w.askTurn;
}

function describe(choice: Choice, context: MoveContext, w: Words): string {
  switch (choice.do) {
    case 'lay':
      return w.moveLay(choice.card ?? '', whereIs(choice.lane ?? 'm', context, w.onto));
    case 'draw':
      return w.moveDraw;
    case 'keep':
      return w.moveKeep(choice.card ?? '');
    case 'decline':
      return w.moveDecline;
    case 'pass':
      return w.movePass;
    case 'stop':
      return w.moveStop;
    case 'call':
      return w.moveCall;
  }
}

/** A domino that was laid, and on whose train, said of the player who laid it. */
function toldLaid({ seat, target, card }: Event, context: MoveContext, w: Words): string {
  const domino = card ?? '';
  const lane = laneAt(own(context).view, target ?? '') ?? 'm';
  return lane === seat ? w.told.laidOnOwn(domino) : w.told.laid(domino, whereIs(lane, context, w.onto));
}

function tell(event: Event, context: MoveContext, w: Words): string | null {
  const card = event.card ?? '';
  switch (event.do) {
    case 'laid':
      return toldLaid(event, context, w);
    case 'drew': // for the start of a round it needs no word
      return event.target === 'drawn' ? w.told.drew : null;
    case 'unconfirmed':
    case 'confirmed':
    case 'released':
      return w.told[event.do](card);
    case 'charged':
      return w.told.charged(event.amount ?? 0);
    case 'started':
      if (!event.seat) return w.told.setAside(card);
      return w.told.started(event.seat === context.seat ? '' : (context.names[event.seat - 1] ?? ''), card);
    case 'kept':
    case 'passed':
    case 'declined':
    case 'stopped':
    case 'called':
    case 'forgot':
    case 'marked':
    case 'unmarked':
    case 'won':
    case 'blocked':
      return w.told[event.do];
    // The board shows these, and the end of a round is told by itself.
    case 'dealt':
    case 'gathered':
    case 'over':
    case 'round':
    case 'scored':
    case 'shown':
    case 'turn':
      return null;
  }
}

/** Where something happened, for marks on the board. */
function touched({ do: kind, card, seat }: Event): string[] {
  if (kind === 'laid') return [`[data-card='${card}']`];
  return QUIET.includes(kind) ? [`[data-zone='hand-${seat}']`] : [];
}
const QUIET: Event['do'][] = ['drew', 'kept', 'passed', 'declined', 'marked', 'unmarked'];

function object<Code extends keyof Objections>(
  code: Code,
  parameters: Objections[Code],
  context: MoveContext,
  w: Words,
): string {
  const { lane } = { lane: 'm', ...parameters } as { lane: Lane };
  const owner = lane === 'm' ? '' : (context.names[lane - 1] ?? String(lane));
  return w.objections[code](parameters, { on: whereIs(lane, context, w.at), owner });
}

const face: GameFace = {
  name: 'mexican-train',
  title: (language) => words[language].title,
  pitch: (language) => words[language].pitch,
  minutes: 30,
  difficulty: 'easy',
  colour: 'brass',
  players: 4,
  lesson,
  Poster,
  Board,
  Picture,
  ask: (context, language) => ask(context, words[language]),
  describe: (choice, context, language) => describe(choice as Choice, context, words[language]),
  tell: (event, context, language) => tell(event as Event, context, words[language]),
  sounds,
  touched: (event) => touched(event as Event),
  routine: (choice) => (choice as Choice).do !== 'lay',
  scenes: (before, after, events) =>
    scenes(before as unknown as View, after as unknown as View, events as Event[]) as unknown as Scene[],
  reason: (reason, language) => (words[language].reasons as Record<string, string>)[reason] ?? null,
  object({ code, parameters }, context, language) {
    const w = words[language];
    if (!Object.hasOwn(w.objections, code)) return null;
    return object(code as keyof Objections, parameters as Objections[keyof Objections], context, w);
  },
  option(name, value, language) {
    const w = words[language];
    if (value === null) return (w.options as Record<string, string>)[name] ?? name;
    if (name === 'double_blank' || name === 'open_train') return w.points(Number(value));
    if (name === 'hand' && value !== 'table') return w.wagons(Number(value));
    return w.values[name]?.[String(value)] ?? String(value);
  },
  preset(name, language) {
    const w = words[language];
    return (w.presets as Record<string, string>)[name] ?? name;
  },
  points: true,
  least: true,
  roundOf: (view) => (view as unknown as View).round,
  standing: (view, header, language) =>
    words[language].round((view as unknown as View).round, Number(header.options.rounds)),
  progress: (view) => (view as unknown as View).scores,
};

export default face;

import type { GameFace, MoveContext } from '../contract';
import Board from './Board.svelte';
import { tips } from './lesson';
import Picture from './Picture.svelte';
import Poster from './Poster.svelte';
import { endOf, eyes, laying, named, size, type Lane, type Laying, type RailPosition } from './position';
import { words, type Words } from './words';

/** Where a lane is, in words, for the seat that moves. */
function where(lane: Lane, context: MoveContext | null, w: Words): string {
  if (lane === 'm') return w.onMexican;
  if (!context) return w.onSeat(lane);
  if (lane !== context.seat) return w.onTrainOf(context.names[lane - 1] ?? String(lane));
  return eyes(context.position as unknown as RailPosition) === lane ? w.onMine : w.onOwn;
}

function refuseLaying(
  rule: string,
  { domino, lane }: Laying,
  position: RailPosition,
  context: MoveContext,
  w: Words,
): string | null {
  const { double, drawn } = position;
  const waiting = double === null ? '' : named([endOf(position, double), endOf(position, double)]);
  switch (rule) {
    case 'MT-7':
    case 'MT-9':
      return w.onlyOwnFirst;
    case 'MT-8':
      return w.misfit(domino, endOf(position, lane));
    case 'MT-10':
      return lane === 'm' ? null : w.closed(context.names[lane - 1] ?? String(lane));
    case 'MT-11':
    case 'MT-12':
      return w.beginFirst;
    case 'MT-14':
      return drawn ? w.onlyDrawn(drawn) : null;
    case 'MT-16':
      return w.misfitDouble(domino, waiting);
    case 'MT-18':
      return double === null ? null : w.confirmFirst(waiting, where(double, context, w));
    default:
      return null;
  }
}

function refuseDrawing(rule: string, { double, drawn }: RailPosition, w: Words): string | null {
  if (drawn) return w.drawnAlready(drawn);
  switch (rule) {
    case 'MT-7':
      return w.startersDoNotDraw;
    case 'MT-13':
      return w.mustLay;
    case 'MT-14':
      return w.nothingToDraw;
    case 'MT-18':
      return double === null ? null : w.mustConfirm;
    default:
      return null;
  }
}

/** On the average a domino has as many pips as the highest number of its set; hands are hidden in a curve. */
const pipsOf = (set: string | number | undefined): number => Number(String(set ?? '').replace('double-', '')) || 12;

const face: GameFace = {
  name: 'mexican-train',
  title: (language) => words[language].title,
  colour: 'brass',
  players: 4,
  lesson: { players: 3, options: { rounds: 1 }, tips },
  Poster,
  Board,
  Picture,
  ask(context, moves, language) {
    const w = words[language];
    const position = context.position as unknown as RailPosition;
    const lays = moves.some(laying);
    if (position.drawn && lays)
      return moves.includes('pass') ? w.askDrawn(position.drawn) : w.askDrawnMust(position.drawn);
    if (position.phase === 'start') return w.askStart(`${position.engine}-${position.engine}`, position.engine);
    if (position.double !== null) {
      const end = endOf(position, position.double);
      const say = lays ? w.askConfirm : moves.includes('draw') ? w.askConfirmDraw : w.askConfirmPass;
      return say(`${end}-${end}`, end, where(position.double, context, w));
    }
    if (!lays) return moves.includes('draw') ? w.askDraw : w.askPass;
    return position.first_turns.includes(context.seat) ? w.askFirst(position.engine) : w.askTurn;
  },
  describe(move, context, language) {
    const w = words[language];
    const found = laying(move);
    if (found) return w.moveLay(found.domino, where(found.lane, context, w));
    if (move === 'draw') return w.moveDraw;
    const position = context?.position as unknown as RailPosition | undefined;
    if (move !== 'pass' || !position) return move === 'pass' ? w.movePass : move;
    if (position.phase === 'start') return w.moveLeave;
    if (!position.drawn) return w.movePass;
    return position.drawn === '?' ? w.moveKeepHidden : w.moveKeep(position.drawn);
  },
  refuse(rule, move, context, language) {
    const w = words[language];
    const position = context.position as unknown as RailPosition;
    const found = laying(move);
    return found
      ? refuseLaying(rule, found, position, context, w)
      : move === 'draw'
        ? refuseDrawing(rule, position, w)
        : null;
  },
  option(name, value, language) {
    const w = words[language];
    if (value === null) return (w.options as Record<string, string>)[name] ?? name;
    if (name === 'double_blank') return w.points(Number(value));
    return (w.values as Record<string, string>)[String(value)] ?? String(value);
  },
  points: true,
  progress(position, header) {
    const pips = pipsOf(header.options.set);
    const { phase, scores, hands } = position as unknown as RailPosition;
    return scores.map((score, i) => -score - (phase === 'over' ? 0 : size(hands[i] ?? 0) * pips));
  },
};

export default face;

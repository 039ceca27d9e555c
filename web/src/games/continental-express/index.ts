import type { GameFace } from '../contract';
import Board from './Board.svelte';
import { tips } from './lesson';
import Picture from './Picture.svelte';
import Poster from './Poster.svelte';
import {
  isCharacter,
  lacking,
  LINES,
  objectiveOf,
  points,
  trade,
  type Colour,
  type ExpressPosition,
  type Line,
} from './position';
import { named, words } from './words';

const face: GameFace = {
  name: 'continental-express',
  title: (language) => words[language].title,
  colour: 'blue',
  players: 3,
  lesson: { players: 2, options: {}, tips },
  Poster,
  Board,
  Picture,
  ask(context, _moves, language) {
    const w = words[language];
    const position = context.position as unknown as ExpressPosition;
    switch (position.phase) {
      case 'contract':
        return w.askContract;
      case 'take':
        return w.askTake(position.tickets[context.seat - 1] ?? 0);
      case 'investor':
        return w.askInvestor;
      case 'pickpocket':
        return w.askPickpocket;
      case 'pointsman':
        return w.askPointsman;
      case 'director':
        return w.askDirector;
      case 'objective':
        return w.askObjective;
      default:
        return '';
    }
  },
  refuse(rule, move, context, language) {
    const w = words[language];
    const position = context.position as unknown as ExpressPosition;
    const [verb, what = ''] = move.split(' ');
    const name = (seat: number) => context.names[seat - 1] ?? String(seat);
    const wagon = (kind: string) => named(w.cards, kind).toLocaleLowerCase(language);
    switch (rule) {
      case 'CE-3':
        return w.keepFirst;
      case 'CE-7':
        if (verb !== 'take') return w.takeFirst;
        return position.phase === 'objective'
          ? w.takenAlready
          : w.tooDear(Number(what[1]) - 1, position.tickets[context.seat - 1] ?? 0);
      case 'CE-9':
        return isCharacter(position.phase) ? w.useFirst(named(w.cards, position.phase)) : null;
      case 'CE-11': {
        const number = verb === 'objective' ? position.objectives[Number(what) - 1] : undefined;
        if (!number) return w.validateNow;
        const missing = lacking(objectiveOf(number, context.header.deck), position.wagons[context.seat - 1] ?? {});
        return `${w.lacksLabel(missing.map(wagon).join(', '))}.`;
      }
      case 'CE-15':
        return verb === 'rob' ? w.noTickets(name(Number(what))) : null;
      case 'CE-16': {
        const parts = trade(move);
        if (!parts) return null;
        if (parts.give === parts.want) return w.likeForLike;
        if (!position.wagons[context.seat - 1]?.[parts.give]) return w.noneOfMine(wagon(parts.give));
        return w.noneOfTheirs(wagon(parts.want), name(parts.seat));
      }
      case 'CE-17':
        return position.phase === 'director' ? w.noToken(w.colours[what as Colour] ?? what) : w.onlyDirector;
      default:
        return null;
    }
  },
  describe(move, context, language) {
    const w = words[language];
    const position = context?.position as unknown as ExpressPosition | undefined;
    const [verb, what = ''] = move.split(' ');
    switch (verb) {
      case 'contract': {
        const offered = position?.offered?.[(context?.seat ?? 0) - 1]?.[Number(what) - 1];
        return w.moveContract(offered && offered !== '?' ? w.contracts[offered] : what);
      }
      case 'take': {
        const column = Number(what[1]);
        const card = LINES.includes(what[0] as Line) ? position?.lines[what[0] as Line][column - 1] : null;
        const price = position && isCharacter(position.phase) ? 0 : column - 1;
        const place = w.place((what[0] ?? '').toUpperCase(), column);
        return card ? w.moveTake(named(w.objects, card), place, price) : w.moveTakeAt(place);
      }
      case 'rob':
        return w.moveRob(context?.names[Number(what) - 1] ?? what, position?.tickets[Number(what) - 1] ?? 0);
      case 'trade': {
        const parts = trade(move);
        if (!parts) return move;
        return w.moveTrade(
          named(w.objects, parts.give),
          named(w.objects, parts.want),
          context?.names[parts.seat - 1] ?? String(parts.seat),
        );
      }
      case 'token':
        return w.moveToken(w.colours[what as Colour] ?? what);
      case 'objective': {
        const number = position?.objectives[Number(what) - 1];
        const found = number ? objectiveOf(number, context?.header.deck ?? null) : null;
        return found ? w.moveObjective(w.colours[found.colour], found.points) : w.moveObjectiveAt(what);
      }
      case 'decline':
        return w.moveDecline;
      case 'done':
        return w.moveDone;
      default:
        return move;
    }
  },
  points: true,
  progress(raw, header) {
    const position = raw as unknown as ExpressPosition;
    return position.validated.map((_, i) => points(position, i + 1, header.deck).all);
  },
};

export default face;

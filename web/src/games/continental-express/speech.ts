// What is asked, what can be done, what happened and what cannot be done, in words.
import type { Language } from '../../lib/settings.svelte';
import type { MoveContext, Objection } from '../contract';
import { viewIn, type Colour, type ContractName } from './names';
import type { Choice, Event, Face } from './types';
import { listed, named, words, type Words } from './words';

type Speaker = (context: MoveContext, language: Language) => string;

export const askedIn: Speaker = (context, language) => {
  const w = words[language];
  const { phase, tickets } = viewIn(context);
  switch (phase) {
    case 'contract':
      return w.askContract;
    case 'take':
      return w.askTake(tickets[context.seat - 1] ?? 0);
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
    case 'over':
      return '';
  }
};

const nameOf = (context: MoveContext, seat: number | undefined): string =>
  context.names[(seat ?? 0) - 1] ?? String(seat ?? '');

/** Somebody else than the player; nobody's name is the person's own, who is told of it. */
const otherIn = (context: MoveContext, seat: number | undefined): string =>
  seat === context.seat ? '' : nameOf(context, seat);

/** A place of the market: the letter of its line is on the pile, columns are counted in words. */
const placeOf = (place: string, language: Language): string =>
  words[language].place(place.slice(0, 1).toUpperCase(), Number(place.slice(1)));

/** What is said of an objective, by its colour and its points. */
const inColour = (say: Words['moveObjective'], face: Face | undefined, w: Words): string =>
  face ? say(w.colours[face.colour], face.points) : '';

const faceOf = (number: number, context: MoveContext) => viewIn(context).faces[number - 1];

/** A legal move. */
export function movesIn(choice: Choice, context: MoveContext, language: Language): string {
  const w = words[language];
  const view = viewIn(context);
  const { place = '', number = 0, seat, give = '', want = '', colour } = choice;
  switch (choice.do) {
    case 'contract': {
      const offered = view.offered?.[context.seat - 1]?.[number - 1];
      return offered && offered !== '?' ? w.moveContract(w.contracts[offered]) : w.moveSecret;
    }
    case 'take': {
      const column = Number(place.slice(1)) - 1;
      const card = view.lines[place.slice(0, 1) as keyof typeof view.lines]?.[column] ?? '';
      return w.moveTake(named(w.objects, card), placeOf(place, language), view.prices[column] ?? 0);
    }
    case 'rob':
      return w.moveRob(nameOf(context, seat), view.tickets[(seat ?? 0) - 1] ?? 0);
    case 'trade':
      return w.moveTrade(named(w.objects, give), named(w.objects, want), nameOf(context, seat));
    case 'token':
      return w.moveToken(w.colours[colour as Colour]);
    case 'objective':
      return inColour(w.moveObjective, faceOf(view.objectives[number - 1] ?? 0, context), w);
    case 'decline':
      return w.moveDecline;
    case 'done':
      return w.moveDone;
    default:
      return choice.move; // one that is not known any more
  }
}

/** What happened, said after the name of the player; null for what the rest of the move says already. */
export function toldIn(event: Event, context: MoveContext, language: Language): string | null {
  const w = words[language];
  const card = named(w.objects, event.card ?? '');
  const other = otherIn(context, event.other);
  switch (event.do) {
    case 'chose':
      return event.card ? w.told.chose(w.contracts[event.card as ContractName]) : w.told.choseInSecret;
    case 'paid':
      return w.told.paid(event.amount ?? 0);
    case 'took':
      return w.told.took(card, placeOf(event.source ?? '', language));
    case 'lost':
      return w.told.lost(named(w.cards, event.card ?? ''));
    case 'robbed':
      return w.told.robbed(other, event.amount ?? 0);
    case 'traded':
      return event.target === `depot-${event.other}` ? w.told.gave(card, other) : w.told.got(card, other);
    case 'granted':
      return w.told.granted(w.colours[event.card as Colour]);
    case 'validated':
      return inColour(w.told.validated, faceOf(event.objective ?? 0, context), w);
    case 'declined':
    case 'finished':
    case 'fourth':
    case 'fire':
    case 'derailment':
      return w.told[event.do];
    case 'skipped':
      return w.told.skipped(otherIn(context, event.seat));
    case 'showed':
      return w.told.showed(otherIn(context, event.seat), w.contracts[event.card as ContractName]);
    case 'set-aside':
      return w.told.setAside(named(w.cards, event.card ?? ''), (event.source ?? '').slice(-1).toUpperCase());
    // The board shows these, and the band whose turn it is.
    case 'asked':
    case 'buried':
    case 'burnt':
    case 'drew':
    case 'left':
    case 'over':
    case 'reshuffled':
    case 'returned':
    case 'revealed':
    case 'slid':
    case 'spent':
    case 'turn':
      return null;
  }
}

/** Why something cannot be done. */
export function objectionIn({ code, parameters }: Objection, context: MoveContext, language: Language): string | null {
  const w = words[language];
  const said = w.objections as Partial<Record<string, (about: never) => string>>;
  const about = Object.entries(parameters).map(([name, value]) => [name, inWords(name, value, context, language)]);
  return said[code]?.(Object.fromEntries(about) as never) ?? null;
}

/** A parameter of an objection, as people call it. */
function inWords(name: string, value: number | string, context: MoveContext, language: Language): number | string {
  const w = words[language];
  const text = String(value);
  switch (name) {
    case 'seat':
      return nameOf(context, Number(value));
    case 'place':
      return placeOf(text, language);
    case 'colour':
      return w.colours[text as Colour];
    case 'character':
      return named(w.cards, text);
    case 'wagon':
    case 'card':
    case 'wagons':
      return listed(text.split(', '), language);
    default:
      return value;
  }
}

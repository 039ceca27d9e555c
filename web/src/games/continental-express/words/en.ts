import type { Same } from '../../../lib/i18n/index.svelte';
import { pluralIn } from '../../../lib/i18n/plural';
import type { Colour, ContractName, Part } from '../names';
import type { Objections, Reason } from '../types';

/** Cards by their names in the notation. */
type Named = Record<string, string>;

/** What is said of each objection; seats, cards and places are already in words. */
type ObjectionWords = { [Code in keyof Objections]: (about: Objections[Code]) => string };

const plural = pluralIn('en');
const ticketsIn = (n: number | string) => plural(Number(n), { one: 'one ticket', other: '# tickets' });
const pointsIn = (n: number) => plural(n, { one: '# point', other: '# points' });

export const en = {
  title: 'Continental Express',
  pitch: 'Collect wagons, validate objectives and keep your contract secret.',
  standing: 'Points',
  askContract: 'Set-up: keep one of your two contracts. It stays secret.',
  askTake: (tickets: number) =>
    tickets
      ? `Your turn: take a card. You have ${ticketsIn(tickets)} to pay with.`
      : 'Your turn: take a card. Without tickets only the first column is open to you.',
  askInvestor: 'Investor: take one more card, from any column, for free.',
  askPickpocket: 'Pickpocket: whose tickets do you take?',
  askPointsman: 'Pointsman: choose the wagon that you give away.',
  askWant: (card: string) => `Now choose the wagon that you want for ${card}.`,
  askGive: (card: string, name: string) => `You want ${card} from ${name}. Which wagon do you give for it?`,
  askDirector: 'Director: choose a company token.',
  askObjective: 'You can validate an objective. Which one?',
  objections: {
    over: () => 'The game is over.',
    'keep-first': () => 'First keep one of your two contracts.',
    'contracts-chosen': () => 'Contracts are chosen before the first turn only.',
    'no-card': ({ place }) => `There is no card: ${place}.`,
    price: ({ price, tickets }) =>
      `This card costs ${ticketsIn(price)}, and you have ${Number(tickets) ? 'only one' : 'none'}.`,
    'no-character': ({ character }) => `This comes with the ${character}: first take that card.`,
    'nothing-to-decline': () => 'There is no effect to decline.',
    'take-first': () => 'First take a card from the market.',
    lacking: ({ missing, wagons }) => `You lack ${missing} of these: ${wagons}.`,
    'market-empty': () => 'There are no cards left to take.',
    'taken-already': () => 'You have already taken your card for this turn: now validate an objective, or none.',
    'validate-now': () => 'Now you may only validate an objective, or none.',
    'use-first': ({ character }) => `${character}: first use the effect, or decline it.`,
    'no-token': ({ colour }) => `There is no ${colour} token left.`,
    'no-seat': ({ seat }) => `There is no ${seat} at this table.`,
    'rob-yourself': () => 'You take the tickets of another player, not your own.',
    'no-tickets': ({ seat }) => `${seat} has no tickets.`,
    'trade-yourself': () => 'You exchange with another player.',
    'same-kind': () => 'The two wagons must be of different kinds.',
    'none-of-yours': ({ wagon }) => `You have no ${wagon}.`,
    'none-of-theirs': ({ seat, wagon }) => `${seat} has no ${wagon}.`,
    'not-a-wagon': ({ card }) => `Only wagons are exchanged, and this is not one: ${card}.`,
  } as ObjectionWords,
  moveContract: (name: string) => `keep the contract “${name}”`,
  moveSecret: 'keep one of two contracts',
  place: (line: string, column: number) =>
    `line\u00a0${line}, ${['first', 'second', 'third'][column - 1] ?? ''} column`,
  moveTake: (card: string, place: string, price: number) =>
    `take ${card} from ${place} (${price ? ticketsIn(price) : 'free'})`,
  moveRob: (name: string, tickets: number) =>
    `take ${name}’s ${plural(tickets, { one: 'ticket', other: '# tickets' })}`,
  moveTrade: (give: string, want: string, name: string) => `give ${name} ${give} for ${want}`,
  moveToken: (colour: string) => `take a ${colour} token`,
  moveObjective: (colour: string, points: number) => `validate the ${colour} objective (${pointsIn(points)})`,
  moveDone: 'validate no objective',
  moveDecline: 'decline the effect',
  /** What happened, after the name of the player. */
  told: {
    chose: (contract: string) => `kept the contract “${contract}”`,
    choseInSecret: 'kept one of two contracts',
    paid: (tickets: number) => `paid ${ticketsIn(tickets)}`,
    took: (card: string, place: string) => `took ${card} from ${place}`,
    lost: (character: string) => `${character}: the effect was impossible`,
    robbed: (name: string, tickets: number) =>
      name
        ? `took ${name}’s ${plural(tickets, { one: 'ticket', other: '# tickets' })}`
        : `took your ${plural(tickets, { one: 'ticket', other: '# tickets' })}`,
    gave: (card: string, name: string) => `gave ${name || 'you'} ${card}`,
    got: (card: string, name: string) => `took ${card} from ${name || 'you'}`,
    granted: (colour: string) => `took a ${colour} token`,
    validated: (colour: string, points: number) => `validated the ${colour} objective (${pointsIn(points)})`,
    declined: 'declined the effect',
    finished: 'validated no objective',
    fourth: '{has|have} a fourth objective: the last turns begin',
    fire: 'a station fire burned the whole market',
    derailment: 'a derailment brought three new objectives',
    skipped: (name: string) => `${name || 'you'} found no card to take`,
    showed: (name: string, contract: string) => `${name || 'you'} showed the contract “${contract}”`,
    setAside: (card: string, line: string) => `${card}: shuffled back into pile ${line}`,
  },
  done: 'Validate none',
  decline: 'Decline',
  cancel: 'Choose again',
  rob: (name: string, tickets: number) => `${name}: ${plural(tickets, { one: '# ticket', other: '# tickets' })}`,
  free: 'free',
  price: (n: number) => (n ? plural(n, { one: '# ticket', other: '# tickets' }) : 'free'),
  market: 'Market',
  pile: (line: string, n: number) => `Pile ${line}: ${plural(n, { one: '# card', other: '# cards' })}`,
  empty: (place: string) => `${place}: empty`,
  cardAt: (card: string, place: string, price: string) => `${card}, ${place}, ${price}`,
  objectives: 'Objectives',
  objectiveLabel: (colour: string, points: number, wagons: string) =>
    `${colour} objective, ${pointsIn(points)}: ${wagons}`,
  lacks: (n: number) => `${n} to go`,
  lacksLabel: (wagons: string) => `You lack ${wagons}`,
  ready: 'ready',
  readyLabel: 'You have the wagons for it',
  withEngine: 'with a locomotive',
  objectivePile: (n: number) => `${n} more in the pile`,
  bank: 'Company tokens',
  bankLabel: (colour: string, n: number) => `${colour} token, ${n} left`,
  depot: 'Your depot',
  depotOf: (name: string) => `${name}’s depot`,
  held: (card: string, n: number) => `${card}: ${n}`,
  validated: 'Validated',
  tokens: 'Tokens',
  tickets: 'Tickets',
  contractsFirst: 'Contracts first',
  contractsFirstText:
    'Everybody keeps one of two contracts, in secret. Then the market and the objectives are turned up.',
  hasChosen: 'has chosen',
  chooses: 'is choosing',
  choosesLater: 'chooses later',
  contract: 'Your contract',
  contractNow: (n: number) => `now ${n}`,
  contractLabel: (n: number) => `brings ${pointsIn(n)} at the moment`,
  points: (n: number) => plural(n, { one: 'point', other: 'points' }),
  parts: { objectives: 'objectives', contract: 'contract', tickets: 'tickets' } as Record<Part, string>,
  tillFour: 'A fourth objective starts the last turns.',
  lastTurns: (n: number) =>
    plural(n, { one: 'Last turn of the game!', other: 'Last turns: # to go, this one included.' }),
  reckoning: 'The reckoning',
  contractShort: 'Contract',
  tieBroken: (name: string, points: number) => `Equal points: ${name} is ahead with ${points} on objectives alone.`,
  tieShared: 'Equal points, on objectives too: the win is shared.',
  fire: 'Station fire! The whole market burns.',
  derailment: 'Derailment! Three new objectives.',
  legend: 'What the cards are',
  reconstructed:
    'The cards are a reconstruction: the booklet gives totals only, so the number of each kind and what the objectives ask for are our own.',
  ownDeck: 'Played with a custom deck.',
  colours: { blue: 'blue', yellow: 'yellow', black: 'black', red: 'red', green: 'green' } as Record<Colour, string>,
  letters: { blue: 'B', yellow: 'Y', black: 'K', red: 'R', green: 'G' } as Record<Colour, string>,
  cards: {
    boxcar: 'Boxcar',
    coach: 'Coach',
    tanker: 'Tanker',
    cattle: 'Cattle wagon',
    diner: 'Diner',
    locomotive: 'Locomotive',
    ticket: 'Ticket',
    investor: 'Investor',
    pickpocket: 'Pickpocket',
    pointsman: 'Pointsman',
    director: 'Director',
    fire: 'Station fire',
    derailment: 'Derailment',
  } as Named,
  /** As the object of a verb. */
  objects: {
    boxcar: 'a boxcar',
    coach: 'a coach',
    tanker: 'a tanker',
    cattle: 'a cattle wagon',
    diner: 'a diner',
    locomotive: 'a locomotive',
    ticket: 'a ticket',
    investor: 'the Investor',
    pickpocket: 'the Pickpocket',
    pointsman: 'the Pointsman',
    director: 'the Director',
  } as Named,
  explained: {
    locomotive: 'stands for any wagon',
    ticket: 'pays for cards; one point at the end',
    investor: 'take one more card for free',
    pickpocket: 'take all the tickets of another player',
    pointsman: 'exchange a wagon with another player',
    director: 'take a company token, which counts for your contract',
    fire: 'all cards of the market burn',
    derailment: 'three new objectives',
  } as Named,
  contracts: {
    blue: 'Blue',
    yellow: 'Yellow',
    black: 'Black',
    red: 'Red',
    green: 'Green',
    pairs: 'Pairs',
    triplets: 'Triplets',
    trios: 'Trios',
    four: 'Four colours',
    'two-pairs': 'Two pairs',
  } as Record<ContractName, string>,
  contractText: {
    blue: '2 points for each blue objective or token',
    yellow: '2 points for each yellow objective or token',
    black: '2 points for each black objective or token',
    red: '2 points for each red objective or token',
    green: '2 points for each green objective or token',
    pairs: '3 points for each two of the same colour',
    triplets: '7 points for each three of the same colour',
    trios: '5 points for each three of different colours',
    four: '6 points for four different colours, once',
    'two-pairs': '7 points for two of one colour and two of another, once',
  } as Record<ContractName, string>,
  /** Why a bot likes a move or not. */
  reasons: {
    'brings an objective nearer': 'brings an objective nearer',
    'leads away from the objectives': 'leads away from the objectives',
    'serves your contract': 'serves your contract',
    'does not serve your contract': 'does not serve your contract',
    'gains tickets': 'gains tickets',
    'costs tickets': 'costs tickets',
    'will be useful later': 'will be useful later',
    'gives up what would be useful later': 'gives up what would be useful later',
    'leaves little for the next player': 'leaves little for the next player',
    'leaves a good card to the next player': 'leaves a good card to the next player',
    'ends the game while you lead': 'ends the game while you lead',
    'would end the game while you are behind': 'would end the game while you are behind',
    'leaves a good card for your next turn': 'leaves a good card for your next turn',
    'leaves little for your next turn': 'leaves little for your next turn',
  } as Record<Reason, string>,
  /** What the guide says in a first game. */
  lesson: {
    goal: 'You collect wagons and use them to validate objectives, which are worth points. The most points win.',
    contract:
      'A contract brings points for certain colours at the end. Keep the one you like better; nobody else sees it.',
    validate:
      'You have all the wagons of this objective. When you validate it, the wagons leave the game and the points are yours.',
    market:
      'On your turn you take one card. The front column is free; the two behind cost one or two tickets, but slide forward as cards are taken.',
    objectives:
      'This is what you work towards: an objective shows its wagons, its points, and how many wagons you still need.',
    tickets:
      'You have a ticket. It pays for a card of the second column, and is worth a point if you keep it to the end.',
    people:
      'Characters act at once: one gives a second card, one takes tickets, one exchanges wagons, one gives a token for your contract.',
    locomotive: 'A locomotive stands for any wagon you lack.',
    end: 'Somebody has four objectives: these are the last turns.',
    strategy:
      'A piece of advice: a wagon that two objectives ask for is worth twice as much. If somebody validates one of them, it still serves for the other.',
  },
  /** What a move of one's own did, for the guide. */
  did: {
    contract: (text: string) => `At the end your contract brings ${text}.`,
    nearest: (n: number) =>
      plural(n, {
        one: 'One wagon to go for the nearest objective.',
        other: '# wagons to go for the nearest objective.',
      }),
    ready: 'You have the wagons for an objective.',
    ticket: 'A ticket pays for a card of the second column, or is worth a point at the end.',
    validated: (n: number) => `Objectives you have: ${n}. The fourth starts the last turns.`,
  },
};

export type Words = Same<typeof en>;

import type { Same } from '../../../lib/i18n/index.svelte';
import { article, pluralIn } from '../../../lib/i18n/plural';
import type { Objections, OptionName, Preset, Reason } from '../types';

const plural = pluralIn('en');

/** The train that an objection is about, in words: where it is, and whose it is. */
export interface Train {
  on: string;
  owner: string;
}

/** Why a move is refused, for every code of the rules. */
type ObjectionWords = { [Code in keyof Objections]: (about: Objections[Code], train: Train) => string };

export const en = {
  title: 'Mexican Train',
  pitch: 'Line up your dominoes and be the first to lay the last one.',
  // What is asked
  askTurn: 'Your turn: lay a domino.',
  askStart: (engine: string, end: number) =>
    `The ${engine} is in the station. Begin your train with ${article(end)}, or wait.`,
  askFirst: (end: number) => `Your first turn: begin your train with ${article(end)}.`,
  askBuild: (end: number) => `Your first train: go on with ${article(end)}, or stop.`,
  askStop: 'Your first train: nothing more fits.',
  askDrawAgain: (domino: string) => `You drew ${domino}, which does not fit: draw again.`,
  askMore: (double: string, end: number) =>
    `The double ${double} waits. Confirm it with ${article(end)}, or lay another double.`,
  askDraw: 'Nothing fits: draw a domino.',
  askPass: 'Nothing fits and the boneyard is empty: pass.',
  askDrawn: (domino: string) => `You drew ${domino}. Lay it, or keep it.`,
  askDrawnMust: (domino: string) => `You drew ${domino}, which fits: lay it.`,
  askKeep: (domino: string, opens: boolean) =>
    `You drew ${domino}. It does not fit: keep it${opens ? '; your train is now open' : ''}.`,
  askConfirm: (double: string, end: number, where: string) =>
    `The double ${double} waits ${where}. Confirm it with ${article(end)}.`,
  askConfirmDraw: (double: string, end: number, where: string) =>
    `The double ${double} waits ${where} and you have no ${end}: draw a domino.`,
  askConfirmPass: (double: string, end: number, where: string) =>
    `The double ${double} waits ${where}, you have no ${end} and the boneyard is empty: pass.`,
  chosen: (domino: string) => `Where does ${domino} go? The trains with a raised signal.`,
  laneChosen: (where: string) => `Which domino goes ${where}?`,
  // Why not
  objections: {
    over: () => 'The game is over.',
    'no-such-number': ({ highest }) => `The numbers of this set go from 0 to ${highest}.`,
    'no-such-seat': ({ players }) => `There are only ${players} players.`,
    'starter-draws': () => 'The starting player doesn’t draw: begin your train, or wait.',
    'drawn-already': ({ domino }) => `You have drawn already: ${domino}.`,
    'boneyard-empty': () => 'The boneyard is empty.',
    'draw-first': () => 'You have to draw before you pass.',
    'can-play': () => 'You have a domino that fits, so you neither draw nor pass.',
    'can-confirm': () => 'You have a domino that confirms the double, so you neither draw nor pass.',
    'drawn-confirms': ({ domino }) => `${domino} confirms the double, so you have to lay it.`,
    'not-held': ({ domino }) => `${domino} is not in your hand.`,
    'only-drawn': ({ drawn }) => `You drew ${drawn}: only this one may be laid now.`,
    'confirm-first': ({ double }, { on }) => `First the double ${double} ${on} must be confirmed.`,
    'misfit-double': ({ domino, double }) => `${domino} does not confirm the double ${double}.`,
    misfit: ({ domino, end }) => `${domino} does not match the open end ${end}.`,
    'starter-elsewhere': () => 'The starting player may only begin their own train.',
    'first-turn-elsewhere': () => 'On your first turn you may only begin your own train.',
    'begin-before-mexican': () => 'First begin your own train; then you may lay here too.',
    'begin-before-others': () => 'First begin your own train; then you may lay here too.',
    'first-train': () => 'On your first turn you may only go on with your own train.',
    'own-train-first': () => 'First begin your own train; then you may lay elsewhere.',
    'does-not-fit': ({ domino }) => `${domino} does not fit, so you draw again.`,
    'drawn-fits': ({ domino }) => `${domino} fits, so you have to lay it.`,
    'only-doubles': ({ double }) => `Confirm the double ${double}, or lay another double.`,
    'no-calls': () => 'At this table the last domino is not called.',
    'called-already': () => 'You have already called.',
    'call-with-two': () => 'You call when you have two dominoes left.',
    closed: (_, { owner }) => `${owner}’s train has no marker, so only ${owner} may lay there.`,
  } satisfies ObjectionWords,
  // Where something is, and where a domino is laid
  at: { mine: 'on your train', mexican: 'on the Mexican train', of: (name: string) => `on ${name}’s train` },
  onto: { mine: 'on your train', mexican: 'on the Mexican train', of: (name: string) => `on ${name}’s train` },
  // Moves
  moveLay: (domino: string, where: string) => `lay ${domino} ${where}`,
  moveDraw: 'draw a domino',
  movePass: 'pass',
  moveKeep: (domino: string) => `keep ${domino} and pass`,
  moveDecline: 'leave your train for now',
  moveStop: 'stop here',
  moveCall: 'call: one left',
  // What happened, after the name of the player
  told: {
    laid: (domino: string, where: string) => `laid ${domino} ${where}`,
    laidOnOwn: (domino: string) => `laid ${domino} on {their|your} train`,
    drew: 'drew a domino',
    kept: 'kept the domino',
    passed: 'passed',
    declined: 'did not begin {their|your} train yet',
    stopped: 'ended {their|your} first train',
    called: 'called: one domino left',
    forgot: 'did not call and drew two dominoes',
    charged: (points: number) => `paid ${points} for an open train`,
    marked: 'put {their|your} marker on {their|your} train',
    unmarked: 'took {their|your} marker back',
    unconfirmed: (double: string) => `the ${double} must be confirmed`,
    confirmed: (double: string) => `confirmed the ${double}`,
    released: (double: string) => `the ${double} no longer needs to be confirmed`,
    won: 'won the round',
    blocked: 'nobody can play: the round is over',
    started: (name: string, double: string) => `${name || 'you'} started the next round with ${double}`,
    setAside: (double: string) => `the next round starts with ${double}`,
  },
  // The table
  yourTrain: 'Your train',
  trainOf: (name: string) => `${name}’s train`,
  mexican: 'Mexican train',
  mexicanShort: 'Mexican',
  notBegun: 'not begun',
  wagons: (n: number) => plural(n, { one: '# domino', other: '# dominoes' }),
  openEnd: (end: number) => `open end ${end}`,
  marked: 'marked: open to everybody',
  waits: (double: string) => `the double ${double} waits to be confirmed`,
  canPlay: 'you can lay here',
  layHere: (domino: string) => `lay ${domino} here`,
  inHand: (n: number) => plural(n, { one: '# domino in hand', other: '# dominoes in hand' }),
  points: (n: number) => plural(n, { one: '# point', other: '# points' }),
  unfold: (n: number) => `+${n}: show the earlier dominoes`,
  whole: 'The whole train',
  station: 'Station',
  engine: (double: string) => `Engine of this round: ${double}`,
  round: (n: number, of: number) => `Round ${n} of ${of}`,
  boneyard: 'Boneyard',
  empty: 'empty',
  draw: 'Draw',
  pass: 'Pass',
  keep: 'Keep it',
  decline: 'Not now',
  stop: 'Stop',
  call: 'One left!',
  cancel: 'Cancel',
  // The hand
  hand: 'Your hand',
  handOf: (name: string) => `${name}’s hand`,
  pips: (n: number) => plural(n, { one: '# pip', other: '# pips' }),
  sortTrain: 'Sort as a train',
  sortNumber: 'By number',
  playable: 'can be laid',
  fresh: 'just drawn',
  howToMove: 'Shift and the arrow keys move a domino.',
  // Rounds and scores
  scores: 'Scores',
  roundOver: (n: number) => `Round ${n} is over`,
  roundBlocked: 'Nobody could play.',
  inRound: 'Round',
  total: 'Total',
  presets: {
    'as-printed': 'As printed',
    'countdown-thirteen': 'Countdown, thirteen rounds',
    'long-first-train': 'Long first train, thirteen rounds',
    'club-double-15': 'Club evening with double fifteen',
    'easy-doubles': 'Easy doubles',
  } satisfies Record<Preset, string>,
  options: {
    rounds: 'Rounds',
    set: 'Dominoes',
    start: 'The engine',
    doubles: 'Doubles',
    first_turn: 'The first turn',
    begin: 'Your own train begins first',
    draw: 'If nothing fits',
    hand: 'Dominoes to begin with',
    last_domino: 'One domino left',
    double_blank: 'A 0-0 left in hand counts',
    open_train: 'An open train at the end costs',
    dead_double: 'A double that nothing can confirm',
  } satisfies Record<OptionName, string>,
  values: {
    set: {
      'double-12': 'Double twelve (91)',
      'double-9': 'Double nine (55)',
      'double-15': 'Double fifteen (136)',
      'double-18': 'Double eighteen (190)',
    },
    start: {
      highest: 'The highest double in any hand',
      countdown: 'Counting down: 12, 11, 10…',
      'set-aside': 'Counting down, set aside before the deal',
    },
    doubles: {
      confirm: 'Confirmed at once, by whoever can',
      last: 'Several in a turn, only the last is confirmed',
      'in-order': 'Several in a turn, confirmed in order',
      own: 'Confirmed by whoever laid it',
      free: 'Not confirmed at all',
    },
    first_turn: { one: 'One domino', train: 'A train as long as you like' },
    begin: { 'first-turn': 'On the first turn', always: 'Always', never: 'Never' },
    draw: { one: 'Draw one domino', 'until-fits': 'Draw until one fits' },
    hand: { table: 'By the number of players' },
    last_domino: { silent: 'Nothing is said', call: 'Call it, or draw two' },
    dead_double: { wait: 'Waits until the round ends', release: 'Counts as confirmed' },
  } as Record<string, Record<string, string>>,
  /** Why a bot likes a move or not. */
  reasons: {
    'ends the round': 'ends the round',
    'leaves little beside your longest train': 'leaves little beside your longest train',
    'breaks up your longest train': 'breaks up your longest train',
    'sheds pips before the round ends': 'sheds pips before the round ends',
    'keeps heavy dominoes': 'keeps heavy dominoes',
    'your train can go on': 'your train can go on',
    'leaves your train without a follower': 'leaves your train without a follower',
    'keeps a place for the rest of your hand': 'keeps a place for the rest of your hand',
    'leaves the rest of your hand nowhere to go': 'leaves the rest of your hand nowhere to go',
    'the next player will hardly have a match': 'the next player will hardly have a match',
    'gives the next player a match': 'gives the next player a match',
    'plays two dominoes in one turn': 'plays two dominoes in one turn',
    'leaves a double that you cannot confirm': 'leaves a double that you cannot confirm',
    'avoids a penalty': 'avoids a penalty',
    'risks a penalty': 'risks a penalty',
  } as Record<Reason, string>,
  /** What the guide says in a first game. */
  lesson: {
    goal: 'Every player builds a train of dominoes from the station. Whoever lays their last domino first wins the round; the others count the pips they still hold.',
    double:
      'A double lies across, and asks for an answer at once: until it is confirmed, nothing else may be played by anybody.',
    first:
      'This is your train. Halves that touch show the same number, so the number at its end is what fits next. The dominoes that fit are lifted: tap one, or drag it.',
    draw: 'Nothing fits, so you draw one domino. If it fits, you may lay it at once.',
    pass: 'If you do not lay what you drew, your marker goes on your train, and the others may play there until you do.',
    marked:
      'Your marker is on your train, so the others may lay there. When you lay on it yourself, the marker comes off.',
    mexican: 'The train with the hat belongs to everybody. Once your own train has begun you may lay there too.',
    open: 'A marker on a train: its owner could not play, so the train is open to everybody until the owner adds to it.',
    strategy:
      'A piece of advice: this button lays your hand out as the longest train you could make. What does not belong to it counts against you, unless it finds a place elsewhere.',
  },
  /** What a move of one's own did, for the guide. */
  did: {
    own: (end: number) => `Your train now ends in ${end}: that is what fits there next.`,
    double: 'You laid a double, so you play once more to confirm it.',
    confirmed: 'The double is confirmed: everybody may lay where they can again.',
    unmarked: 'You have added to your train, so your marker is off: the train is yours alone again.',
    mexican: 'The Mexican train is longer now. Your own train waits as it was.',
    other: (name: string) => `You made use of ${name}’s open train. Your own waits as it was.`,
    marked: 'Your marker is on your train: the others may lay there until you do.',
  },
};

export type Words = Omit<Same<typeof en>, 'objections'> & { objections: ObjectionWords };

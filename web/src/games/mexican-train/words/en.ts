import type { Same } from '../../../lib/i18n/index.svelte';
import { pluralIn } from '../../../lib/i18n/plural';

const plural = pluralIn('en');

export const en = {
  title: 'Mexican Train',
  // What is asked
  askTurn: 'Your turn: lay a domino.',
  askStart: (engine: string, end: number) =>
    `The ${engine} is in the station. Begin your train with a ${end}, or wait.`,
  askFirst: (end: number) => `Your first turn: begin your train with a ${end}.`,
  askDraw: 'Nothing fits: draw a domino.',
  askPass: 'Nothing fits and the boneyard is empty: pass.',
  askDrawn: (domino: string) => `You drew ${domino}. Lay it, or keep it.`,
  askDrawnMust: (domino: string) => `You drew ${domino}, which fits: lay it.`,
  askConfirm: (double: string, end: number, where: string) =>
    `The double ${double} waits ${where}. Confirm it with a ${end}.`,
  askConfirmDraw: (double: string, end: number, where: string) =>
    `The double ${double} waits ${where} and you have no ${end}: draw a domino.`,
  askConfirmPass: (double: string, end: number, where: string) =>
    `The double ${double} waits ${where}, you have no ${end} and the boneyard is empty: pass.`,
  chosen: (domino: string) => `Where does ${domino} go? The trains with a raised signal.`,
  chosenOne: (domino: string, where: string) => `Lay ${domino} ${where}? Tap it once more.`,
  laneChosen: (where: string) => `Which domino goes ${where}?`,
  // Why not
  misfit: (domino: string, end: number) => `${domino} does not match the open end ${end}.`,
  misfitDouble: (domino: string, double: string) => `${domino} does not confirm the double ${double}.`,
  onlyDrawn: (domino: string) => `You drew ${domino}: only this one may be laid now.`,
  drawnAlready: (domino: string) => `You have drawn already: ${domino}.`,
  confirmFirst: (double: string, where: string) => `First the double ${double} ${where} must be confirmed.`,
  startersDoNotDraw: 'Who starts does not draw: begin your train, or wait.',
  onlyOwnFirst: 'In your first turn you may only begin your own train.',
  beginFirst: 'First begin your own train; then you may lay here too.',
  closed: (name: string) => `${name}’s train has no marker, so only ${name} may lay there.`,
  mustLay: 'You have a domino that fits, so you do not draw.',
  mustConfirm: 'You have a domino that confirms the double, so you do not draw.',
  nothingToDraw: 'The boneyard is empty.',
  // Places
  onMine: 'on your train',
  onOwn: 'on own train',
  onMexican: 'on the Mexican train',
  onTrainOf: (name: string) => `on ${name}’s train`,
  onSeat: (seat: number) => `on the train of seat ${seat}`,
  // Moves
  moveLay: (domino: string, where: string) => `lay ${domino} ${where}`,
  moveDraw: 'draw a domino',
  movePass: 'pass',
  moveKeep: (domino: string) => `keep ${domino} and pass`,
  moveKeepHidden: 'keep the domino and pass',
  moveLeave: 'leave your train for now',
  // The table
  yourTrain: 'Your train',
  trainOf: (name: string) => `Train of ${name}`,
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
  leave: 'Not now',
  cancel: 'Cancel',
  // The hand
  hand: 'Your hand',
  handOf: (name: string) => `Hand of ${name}`,
  pips: (n: number) => plural(n, { one: '# pip', other: '# pips' }),
  sortTrain: 'Sort as a train',
  sortNumber: 'By number',
  playable: 'can be laid',
  fresh: 'just drawn',
  howToMove: 'Shift and the arrow keys move a domino.',
  // Rounds and scores
  scores: 'Scores',
  roundOver: (n: number) => `Round ${n} is over`,
  inRound: 'Round',
  total: 'Total',
  goOn: 'Go on',
  options: {
    rounds: 'Rounds',
    set: 'Dominoes',
    start: 'The engine',
    dead_double: 'A double that nothing can confirm',
    double_blank: 'A 0-0 left in hand counts',
  },
  values: {
    'double-12': 'Double twelve (91)',
    'double-9': 'Double nine (55)',
    'double-15': 'Double fifteen (136)',
    highest: 'The highest double in any hand',
    countdown: 'Counted down: 12, 11, 10 …',
    wait: 'Waits until the round ends',
    release: 'Counts as confirmed',
  },
  /** What the guide says in a first game. */
  lesson: {
    goal: 'From the station every player builds a train of dominoes. Who first lays the last one wins the round; the others count the pips they still hold.',
    train: 'This is your train. Halves that touch show the same number: the number at the end is what fits next.',
    hand: 'The dominoes that fit are lifted. Tap one, or drag it to a train.',
    sort: 'This lays your hand out as the longest train you could make, so that you see what to keep together.',
    mexican: 'The train with the hat belongs to everybody. Once your own train has begun you may lay there too.',
    open: 'A pennant on a train: its owner could not play, so the train is open to everybody until he adds to it himself.',
    draw: 'Nothing fits, so you draw one domino. If it fits, you may lay it at once.',
    pass: 'If you do not lay what you drew, your pennant goes on your train, and the others may play there until you do.',
    double:
      'A double lies across, and asks for an answer at once: until it is covered, nothing else may be played by anybody.',
    signal: 'A raised signal marks the trains on which you can lay something now.',
  },
};

export type Words = Same<typeof en>;

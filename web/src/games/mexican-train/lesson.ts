// The guided first game: what to say, and when.
import type { Same } from '../../lib/i18n/index.svelte';
import type { Language } from '../../lib/settings.svelte';
import type { MoveContext, Tip } from '../contract';
import { laying, type RailPosition } from './position';

const en = {
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
};

type LessonWords = Same<typeof en>;

const fr: LessonWords = {
  goal: 'De la gare, chacun construit un train de dominos. Le premier qui n’en a plus gagne la manche ; les autres comptent leurs points.',
  train: 'Voici votre train. Les moitiés qui se touchent ont le même nombre : celui du bout dit ce qui va ensuite.',
  hand: 'Les dominos qui vont sont soulevés. Touchez-en un, ou glissez-le sur un train.',
  sort: 'Ce bouton range votre main en un train aussi long que possible : vous voyez ce qui va ensemble.',
  mexican: 'Le train au chapeau est à tout le monde. Dès que le vôtre a commencé, vous pouvez y poser aussi.',
  open: 'Un fanion sur un train : son propriétaire n’a pas pu jouer, et chacun peut y poser jusqu’à ce qu’il l’allonge lui-même.',
  draw: 'Rien ne va : vous piochez un domino. S’il va, vous pouvez le poser aussitôt.',
  pass: 'Si vous ne posez pas le domino pioché, votre fanion va sur votre train, et les autres peuvent y jouer jusqu’à ce que vous l’allongiez.',
  double:
    'Un double se pose en travers et demande aussitôt une réponse : tant qu’il n’est pas couvert, personne ne joue autre chose.',
  signal: 'Un sémaphore levé marque les trains où vous pouvez poser maintenant.',
};

const pl: LessonWords = {
  goal: 'Ze stacji każdy buduje pociąg z domin. Kto pierwszy dołoży ostatnie, wygrywa rundę; pozostali liczą oczka, które im zostały.',
  train: 'To twój pociąg. Stykające się połówki mają tę samą liczbę: ta na końcu mówi, co teraz pasuje.',
  hand: 'Pasujące domina są uniesione. Dotknij jednego albo przeciągnij je na pociąg.',
  sort: 'To układa rękę w najdłuższy możliwy pociąg, więc widać, co warto trzymać razem.',
  mexican: 'Pociąg w kapeluszu należy do wszystkich. Gdy twój już wyruszył, możesz dokładać i tam.',
  open: 'Proporczyk na pociągu: jego właściciel nie miał ruchu, więc mogą tu dokładać wszyscy, dopóki sam czegoś nie dołoży.',
  draw: 'Nic nie pasuje, więc dobierasz jedno domino. Jeśli pasuje, możesz je od razu dołożyć.',
  pass: 'Jeśli nie dołożysz dobranego domina, proporczyk staje na twoim pociągu i inni mogą tam dokładać, póki sam tego nie zrobisz.',
  double:
    'Dublet kładzie się w poprzek i od razu wymaga odpowiedzi: dopóki nie jest przykryty, nikt nie może zagrać nic innego.',
  signal: 'Uniesiony semafor pokazuje pociągi, na które możesz teraz coś dołożyć.',
};

const words: Record<Language, LessonWords> = { en, fr, pl };

export function lesson(context: MoveContext, moves: string[], language: Language): Tip[] {
  const w = words[language];
  const { double, mexican, markers } = context.position as unknown as RailPosition;
  const lanes = moves.flatMap((move) => laying(move)?.lane ?? []);
  const others = markers.findIndex((marked, i) => marked && i + 1 !== context.seat) + 1;
  const found: [boolean, keyof LessonWords, string][] = [
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

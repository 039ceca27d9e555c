// The guided first game: what to say, and when.
import type { Same } from '../../lib/i18n/index.svelte';
import type { Language } from '../../lib/settings.svelte';
import type { MoveContext, Tip } from '../contract';
import { movesOf, ORDER, type TrainsPosition } from './position';

const en = {
  goal: 'Your seven wagons stand the wrong way round. You win when their numbers go up, the smallest beside the locomotive.',
  keep: 'For the start you keep one card that you drew. It takes the place of one of your wagons: a small number goes to the left, a large one to the right.',
  draw: 'In your turn you may draw a new wagon and put it in the place of one of yours. You decide to draw before you see it.',
  place: 'The new wagon must go somewhere. Where would its number fit for good? The wagon it replaces goes to the row.',
  row: 'Instead of drawing you can use a card of the row. Its picture shows what it does: swap, move, take away, or lock.',
  use: 'Tap a card with a golden rim: you see your train as it would be, and nothing happens before you say “Do it”.',
  pairs:
    'Two cards with the same picture cannot lie in the row: both vanish. So what you throw out may help the next player, or nobody.',
  links: 'A golden link joins two wagons that are in order. Six links, and you have won.',
  remove: 'Careful with these: they take a wagon from everybody, you included, unless a padlock protects it.',
};

type LessonWords = Same<typeof en>;

const fr: LessonWords = {
  goal: 'Vos sept wagons sont dans le mauvais sens. Vous gagnez quand leurs numéros montent, le plus petit à côté de la locomotive.',
  keep: 'Pour commencer, vous gardez une carte piochée. Elle remplace un de vos wagons : un petit numéro à gauche, un grand à droite.',
  draw: 'À votre tour, vous pouvez piocher un wagon et lui donner la place d’un des vôtres. Vous le décidez avant de le voir.',
  place:
    'Le nouveau wagon doit trouver une place. Où son numéro irait-il pour de bon ? Le wagon remplacé va dans la rangée.',
  row: 'Au lieu de piocher, vous pouvez utiliser une carte de la rangée. Son dessin dit ce qu’elle fait : échanger, déplacer, retirer ou protéger.',
  use: 'Touchez une carte au bord doré : vous voyez ce que deviendrait votre train, et rien n’arrive avant « Valider ».',
  pairs:
    'Deux cartes au même dessin ne restent pas dans la rangée : elles disparaissent. Ce que vous rejetez aide donc le suivant, ou personne.',
  links: 'Un attelage doré relie deux wagons en ordre. À six, vous avez gagné.',
  remove:
    'Attention à celles-ci : elles retirent un wagon à chacun, vous compris, sauf s’il est protégé par un cadenas.',
};

const pl: LessonWords = {
  goal: 'Twoje siedem wagonów stoi w odwrotnej kolejności. Wygrywasz, gdy numery rosną, a najmniejszy stoi przy lokomotywie.',
  keep: 'Na początek zatrzymujesz jedną dobraną kartę. Zastępuje ona jeden z twoich wagonów: mały numer idzie w lewo, duży w prawo.',
  draw: 'W swojej kolejce możesz dobrać nowy wagon i wstawić go zamiast jednego ze swoich. Decydujesz, zanim go zobaczysz.',
  place: 'Nowy wagon musi gdzieś stanąć. Gdzie jego numer pasowałby na dobre? Zastąpiony wagon trafia do rzędu.',
  row: 'Zamiast dobierać, możesz użyć karty z rzędu. Obrazek mówi, co robi: zamienia, przesuwa, usuwa albo zabezpiecza.',
  use: 'Dotknij karty ze złotą obwódką: zobaczysz, jak wyglądałby twój pociąg. Nic się nie stanie, dopóki nie wybierzesz „Zrób to”.',
  pairs:
    'Dwie karty z tym samym obrazkiem nie mogą leżeć w rzędzie: obie znikają. To, co odrzucasz, pomoże więc następnemu albo nikomu.',
  links: 'Złote złącze łączy dwa wagony w dobrej kolejności. Sześć złączy to wygrana.',
  remove: 'Z tymi ostrożnie: zabierają wagon każdemu, tobie też, chyba że chroni go kłódka.',
};

const words: Record<Language, LessonWords> = { en, fr, pl };

export function lesson(context: MoveContext, moves: string[], language: Language): Tip[] {
  const w = words[language];
  const { phase, row, trains } = context.position as unknown as TrainsPosition;
  const mine = trains[context.seat - 1] ?? [];
  const turn = phase === 'turn' && moves.length > 0;
  const usable = ORDER.filter((ability) => turn && movesOf(ability, moves).length > 0);
  const found: [boolean, keyof LessonWords, string][] = [
    [true, 'goal', '.own .train'],
    [phase === 'setup', 'keep', '.drawn'],
    [turn, 'draw', '.pile'],
    [turn && row.length > 0, 'row', '.middle .row'],
    [usable.length > 0, 'use', '.ability.lit'],
    [usable.some((ability) => ability.startsWith('remove')), 'remove', '.ability.lit'],
    [phase === 'place' && moves.length > 0, 'place', '.drawn'],
    [turn && row.length > 1, 'pairs', '.middle .row'],
    [turn && mine.some((wagon, i) => i > 0 && wagon > (mine[i - 1] ?? 0)), 'links', '.coupling.right'],
  ];
  return found.filter(([holds]) => holds).map(([, key, at]) => ({ key, text: w[key], at }));
}

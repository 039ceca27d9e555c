// The guided first game: what to say, and when.
import type { Same } from '../../lib/i18n/index.svelte';
import type { Language } from '../../lib/settings.svelte';
import type { MoveContext, Tip } from '../contract';
import { isCharacter, LINES, type ExpressPosition } from './position';

const en = {
  goal: 'You gather wagons and hand them in for objectives, which are worth points. The most points win.',
  contract:
    'A contract brings points for certain colours at the end. Keep the one you like better; nobody else sees it.',
  market:
    'In your turn you take one card. The front column is free; the two behind cost one or two tickets, but slide forward as cards are taken.',
  objectives: 'What you can work at: an objective shows its wagons, its points, and how many wagons you still lack.',
  tickets:
    'You have a ticket. It pays for a card of the second column, and is worth a point if you keep it till the end.',
  locomotive: 'A locomotive stands for any wagon you lack.',
  people:
    'People act at once: one gives a second card, one takes tickets, one exchanges wagons, one gives a token for your contract.',
  validate: 'You have all the wagons of this objective. Hand them in and the points are yours.',
  end: 'Somebody has four objectives: these are the last turns.',
};

type LessonWords = Same<typeof en>;

const fr: LessonWords = {
  goal: 'Vous rassemblez des wagons et les rendez contre des objectifs, qui valent des points. Le plus de points gagne.',
  contract:
    'Un contrat rapporte, à la fin, des points pour certaines couleurs. Gardez celui que vous préférez ; personne d’autre ne le voit.',
  market:
    'À votre tour, vous prenez une carte. La première colonne est gratuite ; les deux autres coûtent un ou deux billets, mais avancent quand on se sert.',
  objectives: 'Voici vos buts : un objectif montre ses wagons, ses points et combien de wagons vous manquent.',
  tickets:
    'Vous avez un billet. Il paie une carte de la deuxième colonne, et vaut un point si vous le gardez jusqu’à la fin.',
  locomotive: 'Une locomotive tient lieu de n’importe quel wagon qui vous manque.',
  people:
    'Les personnages agissent aussitôt : une carte de plus, des billets pris, des wagons échangés ou un pion pour votre contrat.',
  validate: 'Vous avez tous les wagons de cet objectif. Rendez-les, et les points sont à vous.',
  end: 'Quelqu’un a quatre objectifs : ce sont les derniers tours.',
};

const pl: LessonWords = {
  goal: 'Zbierasz wagony i oddajesz je za cele, które dają punkty. Wygrywa ten, kto ma ich najwięcej.',
  contract: 'Kontrakt daje na końcu punkty za pewne kolory. Zatrzymaj ten, który wolisz; nikt inny go nie widzi.',
  market:
    'W swojej kolejce bierzesz jedną kartę. Pierwsza kolumna jest za darmo; dwie dalsze kosztują bilet lub dwa, ale przesuwają się do przodu.',
  objectives: 'Nad tym pracujesz: cel pokazuje wagony, punkty i to, ilu wagonów ci brakuje.',
  tickets: 'Masz bilet. Płacisz nim za kartę z drugiej kolumny, a zachowany do końca daje punkt.',
  locomotive: 'Lokomotywa zastępuje każdy wagon, którego ci brakuje.',
  people:
    'Postacie działają od razu: dają drugą kartę, zabierają bilety, wymieniają wagony albo dają żeton do kontraktu.',
  validate: 'Masz wszystkie wagony tego celu. Oddaj je, a punkty są twoje.',
  end: 'Ktoś ma cztery cele: to ostatnie kolejki.',
};

const words: Record<Language, LessonWords> = { en, fr, pl };

export function lesson(context: MoveContext, moves: string[], language: Language): Tip[] {
  const w = words[language];
  const { phase, lines, wagons, tickets, last_turns } = context.position as unknown as ExpressPosition;
  const taking = phase === 'take' && moves.length > 0;
  const shown = LINES.flatMap((line) => lines[line]);
  const found: [boolean, keyof LessonWords, string][] = [
    [true, 'goal', '.goals'],
    [phase === 'contract', 'contract', '.contracts'],
    [taking, 'market', '.market'],
    [taking, 'objectives', '.goals .long'],
    [phase === 'objective' && moves.length > 0, 'validate', '.long.lit'],
    [(tickets[context.seat - 1] ?? 0) > 0, 'tickets', '.depot'],
    [(wagons[context.seat - 1]?.locomotive ?? 0) > 0, 'locomotive', '.depot'],
    [taking && shown.some((card) => card !== null && isCharacter(card)), 'people', '.offer.person'],
    [last_turns !== null, 'end', '.strip'],
  ];
  return found.filter(([holds]) => holds).map(([, key, at]) => ({ key, text: w[key], at }));
}

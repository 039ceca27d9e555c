// The words of the deal of the day, which are fetched with its page.
import type { Same } from '../lib/i18n/index.svelte';
import { pluralIn } from '../lib/i18n/plural';
import type { Language } from '../lib/settings.svelte';

const inEnglish = pluralIn('en');
const inFrench = pluralIn('fr');
const inPolish = pluralIn('pl');

const en = {
  title: 'Deal of the day',
  about: 'The same deal and the same bots for everybody. Your first game counts; play it again for practice.',
  play: 'Play',
  goOn: 'Go on',
  look: 'Your game',
  practise: 'Practise',
  practice: 'A practice game: it does not count.',
  place: (place: number, of: number) => `Place ${place} of ${of}`,
  row: (n: number) => inEnglish(n, { one: '# day in a row', other: '# days in a row' }),
  players: (n: number, level: string) =>
    inEnglish(n, { one: `against # bot (${level})`, other: `against # bots (${level})` }),
  tableOfDay: 'Today’s table',
  nobody: 'Nobody has entered a result yet.',
  player: 'Player',
  result: 'Place',
  margin: 'Margin',
  moves: 'Moves',
  you: 'you',
  entered: 'Your result is in today’s table.',
  notEntered: 'Your result could not be entered. It is kept here.',
  judging: (done: number, of: number) => `Your moves are being looked at: ${done} of ${of}`,
  luck: (points: number) => (points > 0 ? `${points} points of luck` : `${-points} points of bad luck`),
  noLuck: 'neither lucky nor unlucky',
  adjusted: (points: number) => `without luck ${points} of 100`,
  copy: 'Copy',
  copied: 'Copied.',
  share: 'Share',
  picture: 'Save the picture',
};

const fr: Same<typeof en> = {
  title: 'La donne du jour',
  about:
    'La même donne et les mêmes robots pour tout le monde. Votre première partie compte ; rejouez-la pour vous entraîner.',
  play: 'Jouer',
  goOn: 'Continuer',
  look: 'Votre partie',
  practise: 'S’entraîner',
  practice: 'Une partie d’entraînement : elle ne compte pas.',
  place: (place, of) => `Place : ${place} sur ${of}`,
  row: (n) => inFrench(n, { one: '# jour d’affilée', other: '# jours d’affilée' }),
  players: (n, level) => inFrench(n, { one: `contre # robot (${level})`, other: `contre # robots (${level})` }),
  tableOfDay: 'Le classement du jour',
  nobody: 'Personne n’a encore de résultat.',
  player: 'Joueur',
  result: 'Place',
  margin: 'Écart',
  moves: 'Coups',
  you: 'vous',
  entered: 'Votre résultat est dans le classement du jour.',
  notEntered: 'Votre résultat n’a pas pu être inscrit. Il est gardé ici.',
  judging: (done, of) => `Vos coups sont examinés : ${done} sur ${of}`,
  luck: (points) => (points > 0 ? `${points} points de chance` : `${-points} points de malchance`),
  noLuck: 'ni chance ni malchance',
  adjusted: (points) => `sans la chance ${points} sur 100`,
  copy: 'Copier',
  copied: 'Copié.',
  share: 'Partager',
  picture: 'Enregistrer l’image',
};

const pl: Same<typeof en> = {
  title: 'Rozdanie dnia',
  about:
    'To samo rozdanie i te same boty dla wszystkich. Liczy się pierwsza gra; potem możesz zagrać jeszcze raz dla wprawy.',
  play: 'Graj',
  goOn: 'Graj dalej',
  look: 'Twoja gra',
  practise: 'Poćwicz',
  practice: 'Gra ćwiczebna: nie liczy się.',
  place: (place, of) => `Miejsce ${place} z ${of}`,
  row: (n) =>
    inPolish(n, { one: '# dzień z rzędu', few: '# dni z rzędu', many: '# dni z rzędu', other: '# dnia z rzędu' }),
  players: (n, level) =>
    inPolish(n, {
      one: `przeciwko # botowi (${level})`,
      few: `przeciwko # botom (${level})`,
      many: `przeciwko # botom (${level})`,
      other: `przeciwko # bota (${level})`,
    }),
  tableOfDay: 'Tabela dnia',
  nobody: 'Nikt nie ma jeszcze wyniku.',
  player: 'Gracz',
  result: 'Miejsce',
  margin: 'Różnica',
  moves: 'Ruchy',
  you: 'ty',
  entered: 'Twój wynik jest w tabeli dnia.',
  notEntered: 'Nie udało się wpisać wyniku. Jest zachowany tutaj.',
  judging: (done, of) => `Sprawdzam twoje ruchy: ${done} z ${of}`,
  luck: (points) => (points > 0 ? `szczęście: ${points} pkt` : `pech: ${-points} pkt`),
  noLuck: 'ani szczęścia, ani pecha',
  adjusted: (points) => `bez szczęścia ${points} na 100`,
  copy: 'Kopiuj',
  copied: 'Skopiowano.',
  share: 'Udostępnij',
  picture: 'Zapisz obrazek',
};

export const words: Record<Language, Same<typeof en>> = { en, fr, pl };

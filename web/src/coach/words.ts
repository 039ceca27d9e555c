// The words of the analysis of a game, which are fetched with it.
import type { Same } from '../lib/i18n/index.svelte';
import { pluralIn } from '../lib/i18n/plural';
import type { Language } from '../lib/settings.svelte';

const inEnglish = pluralIn('en');
const inFrench = pluralIn('fr');
const inPolish = pluralIn('pl');

const en = {
  title: 'Analysis',
  working: (n: number, of: number) => `Looking at move ${n} of ${of}`,
  starting: 'Setting up the board again',
  failed: 'The analysis was interrupted.',
  again: 'Try again',
  evenLuck: 'Luck favoured nobody.',
  luckier: (name: string, than: string, n: number) =>
    inEnglish(n, {
      one: `${name} was one point luckier than ${than}.`,
      other: `${name} was # points luckier than ${than}.`,
    }),
  youLuckier: (than: string, n: number) =>
    inEnglish(n, { one: `You were one point luckier than ${than}.`, other: `You were # points luckier than ${than}.` }),
  luckierThanYou: (name: string, n: number) =>
    inEnglish(n, { one: `${name} was one point luckier than you.`, other: `${name} was # points luckier than you.` }),
  point: 'A point is one chance in a hundred to win.',
  curve: 'Chance to win, in percent',
  decided: 'What decided it',
  start: 'Start',
  skill: 'Skill',
  luck: 'Luck',
  rest: 'Rest',
  result: 'Result',
  soFar: 'So far',
  about:
    'Start is an equal share. Skill is what mistakes cost, and what those of others brought. Luck is what was drawn, beyond the average. The rest is what nobody could know.',
  unfinished: 'The game was not played to its end: the result is how it stood.',
  accuracy: (n: number) => `${n}% accurate`,
  aboutAccuracy: 'Accuracy is how much of the chance of the best moves was kept.',
  playsLike: (level: string) => `plays like: ${level}`,
  beginner: 'Beginner',
  oneGame: 'One game says little about a player. The levels are those of our bots.',
  moments: 'Moments that mattered',
  noMoments: 'No move was clearly wrong, and no draw decisive.',
  move: (n: number) => `Move ${n}`,
  marks: { good: 'Good move', doubtful: 'Doubtful move', mistake: 'Mistake', blunder: 'Blunder' },
  lucky: 'Very lucky',
  unlucky: 'Very unlucky',
  points: (n: string) => `${n} points`,
  better: (move: string) => `Better: ${move}`,
  see: 'On the board',
  playOn: 'Play on from here',
  back: 'To the analysis',
  previous: 'Moment before',
  next: 'Next moment',
  deeper: 'Look deeper',
  aboutDeeper: 'Looking deeper takes about ten times as long.',
  depth: (n: string) => `Each decision was judged by up to ${n} games, fewer where it was obvious.`,
};

export type CoachWords = Same<typeof en>;

const fr: CoachWords = {
  title: 'Analyse',
  working: (n, of) => `Examen du coup ${n} sur ${of}`,
  starting: 'On remet la partie en place',
  failed: 'L’analyse a été interrompue.',
  again: 'Réessayer',
  evenLuck: 'Le hasard n’a favorisé personne.',
  luckier: (name, than, n) =>
    inFrench(n, {
      one: `Le hasard a joué pour ${name} et contre ${than}\u202f: un point d’écart.`,
      other: `Le hasard a joué pour ${name} et contre ${than}\u202f: # points d’écart.`,
    }),
  youLuckier: (than, n) =>
    inFrench(n, {
      one: `Le hasard a joué pour vous et contre ${than}\u202f: un point d’écart.`,
      other: `Le hasard a joué pour vous et contre ${than}\u202f: # points d’écart.`,
    }),
  luckierThanYou: (name, n) =>
    inFrench(n, {
      one: `Le hasard a joué pour ${name} et contre vous\u202f: un point d’écart.`,
      other: `Le hasard a joué pour ${name} et contre vous\u202f: # points d’écart.`,
    }),
  point: 'Un point, c’est une chance sur cent de gagner.',
  curve: 'Chances de gagner, en pour cent',
  decided: 'Ce qui a décidé',
  start: 'Départ',
  skill: 'Jeu',
  luck: 'Chance',
  rest: 'Reste',
  result: 'Bilan',
  soFar: 'Arrêt',
  about:
    'Départ\u202f: une part égale. Jeu\u202f: ce que les erreurs ont coûté, et ce que celles des autres ont rapporté. Chance\u202f: ce qui a été pioché, par rapport à la moyenne. Reste\u202f: ce que personne ne pouvait savoir.',
  unfinished: 'La partie n’est pas allée à son terme\u202f: le bilan est l’état où elle s’est arrêtée.',
  accuracy: (n) => `précision ${n}\u202f%`,
  aboutAccuracy: 'La précision est la part des chances des meilleurs coups qui a été conservée.',
  playsLike: (level) => `joue comme\u202f: ${level}`,
  beginner: 'Grand débutant',
  oneGame: 'Une seule partie en dit peu sur un joueur. Les niveaux sont ceux de nos robots.',
  moments: 'Les moments qui ont compté',
  noMoments: 'Aucun coup n’était clairement mauvais, aucune pioche décisive.',
  move: (n) => `Coup ${n}`,
  marks: { good: 'Bon coup', doubtful: 'Coup douteux', mistake: 'Erreur', blunder: 'Grosse erreur' },
  lucky: 'Beaucoup de chance',
  unlucky: 'Beaucoup de malchance',
  points: (n) => `${n} points`,
  better: (move) => `Mieux\u202f: ${move}`,
  see: 'Sur le plateau',
  playOn: 'Reprendre d’ici',
  back: 'Vers l’analyse',
  previous: 'Moment précédent',
  next: 'Moment suivant',
  deeper: 'Approfondir',
  aboutDeeper: 'Approfondir prend environ dix fois plus de temps.',
  depth: (n) => `Chaque décision a été jugée sur ${n} parties au plus, moins quand elle allait de soi.`,
};

const pl: CoachWords = {
  title: 'Analiza',
  working: (n, of) => `Sprawdzam ruch ${n} z ${of}`,
  starting: 'Rozkładam grę od nowa',
  failed: 'Analiza została przerwana.',
  again: 'Spróbuj ponownie',
  evenLuck: 'Los nikogo nie wyróżnił.',
  luckier: (name, than, n) =>
    inPolish(n, {
      one: `Los sprzyjał bardziej graczowi ${name} niż graczowi ${than}: o # punkt.`,
      few: `Los sprzyjał bardziej graczowi ${name} niż graczowi ${than}: o # punkty.`,
      other: `Los sprzyjał bardziej graczowi ${name} niż graczowi ${than}: o # punktów.`,
    }),
  youLuckier: (than, n) =>
    inPolish(n, {
      one: `Los sprzyjał bardziej tobie niż graczowi ${than}: o # punkt.`,
      few: `Los sprzyjał bardziej tobie niż graczowi ${than}: o # punkty.`,
      other: `Los sprzyjał bardziej tobie niż graczowi ${than}: o # punktów.`,
    }),
  luckierThanYou: (name, n) =>
    inPolish(n, {
      one: `Los sprzyjał bardziej graczowi ${name} niż tobie: o # punkt.`,
      few: `Los sprzyjał bardziej graczowi ${name} niż tobie: o # punkty.`,
      other: `Los sprzyjał bardziej graczowi ${name} niż tobie: o # punktów.`,
    }),
  point: 'Punkt to jeden procent szans na wygraną.',
  curve: 'Szansa na wygraną w procentach',
  decided: 'Co przesądziło o wyniku',
  start: 'Start',
  skill: 'Gra',
  luck: 'Los',
  rest: 'Reszta',
  result: 'Wynik',
  soFar: 'Na koniec',
  about:
    'Start to równy udział. Gra: ile kosztowały błędy i ile dały błędy innych. Los: ile dało to, co dobrano, ponad przeciętną. Reszta: czego nikt nie mógł wiedzieć.',
  unfinished: 'Gra nie została dokończona: wynik to stan w chwili przerwania.',
  accuracy: (n) => `dokładność ${n}%`,
  aboutAccuracy: 'Dokładność to część szans najlepszych ruchów, która została zachowana.',
  playsLike: (level) => `poziom: ${level}`,
  beginner: 'Początkujący',
  oneGame: 'Jedna gra niewiele mówi o graczu. Poziomy to poziomy naszych botów.',
  moments: 'Ważne chwile',
  noMoments: 'Żaden ruch nie był wyraźnie zły, a żadne dobranie nie przesądziło o grze.',
  move: (n) => `Ruch ${n}`,
  marks: { good: 'Dobry ruch', doubtful: 'Wątpliwy ruch', mistake: 'Błąd', blunder: 'Gruby błąd' },
  lucky: 'Duże szczęście',
  unlucky: 'Duży pech',
  points: (n) => `${n} pkt`,
  better: (move) => `Lepiej: ${move}`,
  see: 'Na stole',
  playOn: 'Graj dalej stąd',
  back: 'Do analizy',
  previous: 'Poprzednia chwila',
  next: 'Następna chwila',
  deeper: 'Zbadaj dokładniej',
  aboutDeeper: 'Dokładniejsze badanie trwa około dziesięć razy dłużej.',
  depth: (n) => `Każdą decyzję oceniono na podstawie najwyżej ${n} gier, a oczywiste na podstawie mniejszej liczby.`,
};

export const words: Record<Language, CoachWords> = { en, fr, pl };

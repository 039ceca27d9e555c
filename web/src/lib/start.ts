// Games against bots that begin with one tap.
import type { GameFace } from '../games/contract';
import { explainRefusal } from './explain';
import { guide } from './guide.svelte';
import { CHARACTERS } from './names';
import { optionsFor } from './options';
import type { GameInfo, NewTableRequest } from './protocol';
import { router } from './router.svelte';
import { settings } from './settings.svelte';
import { begin } from './tables';

const TIME_TO_READ = 1500; // ms that bots think at least in a guided game
const LESSON = 'novice';
/** The level of the bots that one meets after a guided game. */
export const AFTER_LESSON = 'casual';

/** A game of several people who pass this device on, with bots in the seats after theirs. */
export async function playHere(
  plan: Omit<NewTableRequest, 'seats'>,
  names: string[],
  bots: number,
  level: string,
): Promise<void> {
  const people = names.map((name) => ({ kind: 'me' as const, name }));
  const machines = Array.from({ length: bots }, () => ({ kind: 'bot' as const, level }));
  const rules = { ...plan.rules, pass_and_play: true };
  router.go(`/t/${await begin({ ...plan, rules, seats: [...people, ...machines] })}`);
}

/** A game of one person against bots; null if it cannot be begun, which is then explained. */
async function against(plan: Omit<NewTableRequest, 'seats'>, players: number, level: string): Promise<string | null> {
  try {
    const bot = { kind: 'bot' as const, level };
    const seats = Array.from({ length: players }, (_, i) => (i ? bot : { kind: 'me' as const }));
    return await begin({ ...plan, seats });
  } catch (error) {
    explainRefusal(error);
    return null;
  }
}

/** The numbers of players that a game can be played with. */
export function playerCounts(face: GameFace, info: GameInfo | undefined): number[] {
  const least = info?.least_players ?? face.players ?? 2;
  const most = info?.most_players ?? least;
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
}

/** With how many players a game is begun: as last chosen, or else as the game suggests. */
export function playersOf(face: GameFace, info: GameInfo | undefined): number {
  const counts = playerCounts(face, info);
  const wanted = settings.kept.players[face.name] ?? face.players;
  return wanted !== undefined && (counts.includes(wanted) || !info) ? wanted : (counts[0] ?? 2);
}

/** The bots that have been chosen, or `club` in a game that does not have that character. */
export function levelFor(info: GameInfo | undefined): string {
  const { level } = settings.kept;
  return info && CHARACTERS.includes(level) && !info.characters.includes(level) ? 'club' : level;
}

export async function playNow(face: GameFace, info: GameInfo | undefined): Promise<void> {
  const plan = { game: face.name, options: optionsFor(info), rules: { pace: settings.pace } };
  const table = await against(plan, playersOf(face, info), levelFor(info));
  if (table) router.go(`/t/${table}`);
}

/** The first game without a guide. */
export async function playAfterLesson(face: GameFace, info: GameInfo | undefined): Promise<void> {
  settings.change({ level: AFTER_LESSON });
  await playNow(face, info);
}

/** A short game against easy opponents, with a guide who explains it. */
export async function playGuided(face: GameFace): Promise<void> {
  if (!face.lesson) return;
  const { players, options } = face.lesson;
  const plan = {
    game: face.name,
    options,
    rules: { pace: settings.kept.pace ?? Math.max(TIME_TO_READ, settings.pace) },
  };
  const table = await against(plan, players, LESSON);
  if (!table) return;
  guide.begin(table);
  router.go(`/t/${table}`);
}

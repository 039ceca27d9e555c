// Games against bots that begin with one tap.
import type { GameFace } from '../games/contract';
import { api } from './api';
import { explainRefusal } from './explain';
import { guide } from './guide.svelte';
import { person } from './people.svelte';
import type { NewTableRequest } from './protocol';
import { router } from './router.svelte';
import { settings } from './settings.svelte';

const TIME_TO_READ = 1500; // ms that bots think at least in a guided game

async function begin(plan: Omit<NewTableRequest, 'seats'>, players: number, level: string): Promise<string | null> {
  try {
    await person.ready();
    const bot = { kind: 'bot' as const, level };
    const seats = Array.from({ length: players }, (_, i) => (i ? bot : { kind: 'me' as const }));
    return (await api.create({ ...plan, seats, start: true })).table;
  } catch (error) {
    explainRefusal(error);
    return null;
  }
}

export const playersOf = (face: GameFace): number => settings.kept.players[face.name] ?? face.players;

export async function playNow(face: GameFace): Promise<void> {
  const table = await begin({ game: face.name, rules: { pace: settings.pace } }, playersOf(face), settings.kept.level);
  if (table) router.go(`/t/${table}`);
}

/** A short game against an easy opponent, with somebody who explains. */
export async function playGuided(face: GameFace): Promise<void> {
  const { players, options } = face.firstGame;
  const plan = { game: face.name, options, rules: { pace: Math.max(TIME_TO_READ, settings.pace) } };
  const table = await begin(plan, players, 'novice');
  if (!table) return;
  guide.begin(table);
  router.go(`/t/${table}`);
}

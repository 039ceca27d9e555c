// The sounds as data, and which of them a move makes.
import type { GameFace } from '../games/contract';
import type { GameEvent } from './view';

export type SoundName = 'domino' | 'card' | 'coupling' | 'draw' | 'win' | 'turn';

/** A tone that may glide, or noise around a pitch. Times are in seconds. */
export interface Part {
  at: number;
  length: number;
  wave: OscillatorType | 'noise';
  /** In Hz. */
  pitch: number;
  /** The pitch at its end, when it glides. */
  to?: number;
  /** Its peak, from 0 to 1. */
  loudness: number;
  /** How long it takes to reach the peak; next to nothing for a stroke. */
  attack?: number;
}

const whistle = (at: number, length: number, pitch: number): Part[] =>
  [pitch, pitch * 1.26].map((one) => ({
    at,
    length,
    wave: 'triangle',
    pitch: one * 0.98,
    to: one,
    loudness: 0.12,
    attack: 0.04,
  }));

export const SOUNDS: Record<SoundName, Part[]> = {
  domino: [
    { at: 0, length: 0.03, wave: 'noise', pitch: 2600, loudness: 0.6 },
    { at: 0, length: 0.07, wave: 'triangle', pitch: 1150, to: 760, loudness: 0.35 },
    { at: 0.045, length: 0.05, wave: 'triangle', pitch: 900, to: 640, loudness: 0.14 },
  ],
  card: [{ at: 0, length: 0.11, wave: 'noise', pitch: 1500, to: 3200, loudness: 0.3, attack: 0.02 }],
  coupling: [
    { at: 0, length: 0.05, wave: 'noise', pitch: 900, loudness: 0.5 },
    { at: 0, length: 0.2, wave: 'triangle', pitch: 196, loudness: 0.35 },
    { at: 0, length: 0.26, wave: 'sine', pitch: 1320, loudness: 0.08 },
    { at: 0.09, length: 0.16, wave: 'triangle', pitch: 147, loudness: 0.25 },
  ],
  draw: [
    { at: 0, length: 0.16, wave: 'noise', pitch: 700, to: 1800, loudness: 0.3, attack: 0.05 },
    { at: 0.13, length: 0.04, wave: 'triangle', pitch: 620, to: 480, loudness: 0.12 },
  ],
  win: [392, 494, 587, 784].flatMap((pitch, i) => whistle(i * 0.14, i < 3 ? 0.2 : 0.5, pitch)),
  turn: [...whistle(0, 0.16, 587), ...whistle(0.18, 0.34, 784)],
};

/** At most so many are heard of one change; after a lost connection there may be many. */
const MOST = 4;

/** The sounds of events, in order. What happens several times in a row is heard once. */
export function soundsOf(face: Pick<GameFace, 'sounds'>, events: GameEvent[]): SoundName[] {
  const { sounds } = face;
  const heard = events.flatMap(({ do: kind }) => (sounds ? sounds[kind] : plainSound(kind)) ?? []);
  return heard.filter((name, i) => name !== heard[i - 1]).slice(-MOST);
}

/** For a game that does not say how it sounds. */
function plainSound(kind: string): SoundName | null {
  if (kind === 'turn') return null;
  return kind === 'drew' ? 'draw' : kind === 'won' ? 'win' : 'card';
}

// Plays the sounds. Browsers allow sound only after a tap or a key, so nothing is made before one,
// and nothing at all while the sounds are off.
import type { GameFace } from '../games/contract';
import { settings } from './settings.svelte';
import { SOUNDS, soundsOf, type Part, type SoundName } from './sounds';
import type { GameEvent } from './view';

const BETWEEN_MS = 60; // between two journeys of cards, as in motion.ts

class Sound {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  #followed: GameEvent[] | null = null;

  constructor() {
    for (const kind of ['click', 'keydown']) addEventListener(kind, () => this.wake());
  }

  /** Call while a tap or a key is handled: browsers let sound begin only then. */
  wake(): void {
    if (!settings.sound) {
      void this.#context?.close();
      this.#context = null;
      return;
    }
    if (!('AudioContext' in window)) return;
    this.#context ??= new AudioContext();
    // A phone that was locked interrupts it.
    if (this.#context.state !== 'running') this.#context.resume().catch(() => {});
  }

  /** Turns the sounds on or off; once on, one of them is heard. */
  turn(on: boolean): void {
    settings.change({ sound: on, ...(on && !settings.kept.volume ? { volume: 50 } : {}) });
    this.try();
  }

  /** Changes the volume; at 0 the sounds are off. */
  change(volume: number): void {
    settings.change({ volume, sound: volume > 0 });
    this.try();
  }

  /** Plays a sound that lets one judge the volume. */
  try(): void {
    this.wake();
    this.play('domino');
  }

  /** Plays the sounds of what happened, each when its card arrives. */
  follow(face: GameFace, events: GameEvent[]): void {
    if (events === this.#followed) return; // something else in the view has changed
    this.#followed = events;
    if (document.hidden) return;
    const journey = settings.journey;
    soundsOf(face, events).forEach((name, i) => this.play(name, journey + i * (journey || 100) + i * BETWEEN_MS));
  }

  play(name: SoundName, delayMs = 0): void {
    const context = this.#context;
    if (!settings.sound || !context) return;
    for (const part of SOUNDS[name]) this.#sound(context, part, context.currentTime + delayMs / 1000 + part.at);
  }

  #sound(context: AudioContext, part: Part, start: number): void {
    const end = start + part.length;
    const loudness = context.createGain();
    const peak = part.loudness * settings.kept.volume ** 2 * 1e-4; // loudness is heard as a power
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(peak, start + (part.attack ?? 0.002));
    loudness.gain.linearRampToValueAtTime(0, end);
    loudness.connect(context.destination);
    const source = part.wave === 'noise' ? this.#hiss(context, part, start) : tone(context, part, start);
    source.connect(loudness);
  }

  #hiss(context: AudioContext, part: Part, start: number): AudioNode {
    this.#noise ??= whiteNoise(context);
    const source = context.createBufferSource();
    source.buffer = this.#noise;
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    glide(filter.frequency, part, start);
    source.start(start, 0, part.length);
    return source.connect(filter);
  }
}

function tone(context: AudioContext, part: Part, start: number): AudioNode {
  const source = context.createOscillator();
  source.type = part.wave as OscillatorType;
  glide(source.frequency, part, start);
  source.start(start);
  source.stop(start + part.length);
  return source;
}

function glide(pitch: AudioParam, part: Part, start: number): void {
  pitch.setValueAtTime(part.pitch, start);
  pitch.linearRampToValueAtTime(part.to ?? part.pitch, start + part.length);
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

export const sound = new Sound();

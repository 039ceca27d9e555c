// A short synthesised whistle of two notes.
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

export function whistle(): void {
  if (!settings.sound || document.hidden) return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    for (const [pitch, start, length] of [
      [587, 0, 0.16],
      [784, 0.18, 0.34],
    ] as const) {
      for (const part of [1, 1.26]) {
        const tone = context.createOscillator();
        const loud = context.createGain();
        tone.type = 'triangle';
        tone.frequency.setValueAtTime(pitch * part * 0.98, now + start);
        tone.frequency.linearRampToValueAtTime(pitch * part, now + start + 0.06);
        loud.gain.setValueAtTime(0, now + start);
        loud.gain.linearRampToValueAtTime(0.05, now + start + 0.04);
        loud.gain.linearRampToValueAtTime(0, now + start + length);
        tone.connect(loud).connect(context.destination);
        tone.start(now + start);
        tone.stop(now + start + length + 0.05);
      }
    }
  } catch {
    // Sound is optional: the page shows whose turn it is.
  }
}

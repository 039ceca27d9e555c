// The big screen of a table: it shows what everybody may see, and the hands are on the phones.
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';

/** Whether this device is the big screen of a table. */
export const isScreen = (table: string): boolean => settings.kept.screen === table;

export async function becomeScreen(table: Table): Promise<void> {
  settings.change({ screen: table.id });
  // A browser that does not allow it shows the table in its window.
  document.documentElement.requestFullscreen?.().catch(() => {});
  await table.look(0);
}

export async function stopScreen(table: Table): Promise<void> {
  settings.change({ screen: '' });
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
  await table.look(null);
}

/** Keeps a screen that nobody touches from going dark; returns how to end it. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let ended = false;
  const ask = () => {
    if (document.hidden || !('wakeLock' in navigator)) return;
    navigator.wakeLock.request('screen').then(
      (granted) => {
        if (ended) void granted.release();
        else lock = granted;
      },
      () => {}, // such as when the battery is low
    );
  };
  ask();
  document.addEventListener('visibilitychange', ask); // it is released when the page is hidden
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}

/** The address by which a phone takes over the hand of a seat. */
export const handAddress = (origin: string, table: string, seat: number, token: string): string =>
  `${origin}/t/${table}?seat=${seat}#${token}`;

/** The seat that an address asks for; 0 if none. */
export function seatAsked(search: string): number {
  const seat = Number(new URLSearchParams(search).get('seat'));
  return Number.isInteger(seat) && seat > 0 ? seat : 0;
}

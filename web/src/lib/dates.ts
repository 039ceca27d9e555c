// Times as on a railway: 24 hours, and the day before the month.
import type { Language } from './settings.svelte';

const LOCALES: Record<Language, string> = { en: 'en-GB', fr: 'fr', pl: 'pl' };

export function timeText(ms: number, language: Language): string {
  const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Date(ms).toLocaleTimeString(LOCALES[language], hours);
}

export function dateText(ms: number, language: Language): string {
  return new Date(ms).toLocaleDateString(LOCALES[language], { day: 'numeric', month: 'short' });
}

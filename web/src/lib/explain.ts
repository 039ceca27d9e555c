// Errors as a person can use them: in his language, with the rule they come from.
import { toasts } from './announcer.svelte';
import { Refusal } from './api';
import { ruleText } from './books';
import { i18n } from './i18n/index.svelte';
import { CommandRefused } from './socket.svelte';
import type { Reason } from './table.svelte';

/** Says why a move is not possible: as the game's face does, or in the server's English, or as the rule does. */
export async function explainRule(game: string, { rule, reason }: Reason, said: string | null = null): Promise<void> {
  const own = said ?? (i18n.language === 'en' || !rule ? null : await ruleText(game, rule, i18n.language));
  const text = own ?? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  toasts.show({ kind: 'problem', text, rule, game });
}

/** Says why a table did not follow a command. */
export function explain(error: unknown, game: string): void {
  if (!(error instanceof CommandRefused)) {
    toasts.show({ kind: 'problem', text: i18n.t.errors.failed });
  } else if (error.told.code === 'stale') {
    toasts.show({ kind: 'news', text: i18n.t.errors.stale });
  } else if (error.told.rule) {
    void explainRule(game, { rule: error.told.rule, reason: error.told.message });
  } else {
    const known: Record<string, string> = i18n.t.errors.codes;
    toasts.show({ kind: 'problem', text: known[error.told.code] ?? i18n.t.errors.failed });
  }
}

/** Says why the server did not answer as one had hoped. */
export function explainRefusal(error: unknown): void {
  const known: Record<string, string> = i18n.t.errors.status;
  const text = error instanceof Refusal ? (known[String(error.status)] ?? i18n.t.errors.failed) : i18n.t.errors.offline;
  toasts.show({ kind: 'problem', text });
}

// Shows errors to people in their language, with the rule that caused them.
import { toasts } from './announcer.svelte';
import { Refusal } from './api';
import { ruleText } from './books';
import { i18n } from './i18n/index.svelte';
import { CommandRefused } from './channel';
import type { Reason } from './table.svelte';

/** Something to know, with the rule it follows from. */
export interface Notice {
  text: string;
  rule?: string;
  game?: string;
}

/** Why a move is not possible: in the game's own words, else in the server's (English), else in the rule's. */
export async function objectionOf(
  game: string,
  { rule, reason }: Pick<Reason, 'rule' | 'reason'>,
  said: string | null = null,
): Promise<Notice> {
  const own = said ?? (i18n.language === 'en' || !rule ? null : await ruleText(game, rule, i18n.language));
  return { text: own ?? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`, rule, game };
}

/** Shows why a table refused a command. */
export function explain(error: unknown, game: string): void {
  if (!(error instanceof CommandRefused)) {
    toasts.show({ kind: 'problem', text: i18n.t.errors.failed });
  } else if (error.told.code === 'stale') {
    toasts.show({ kind: 'news', text: i18n.t.errors.stale });
  } else if (error.told.rule) {
    void objectionOf(game, { rule: error.told.rule, reason: error.told.message }).then((notice) =>
      toasts.show({ kind: 'problem', ...notice }),
    );
  } else {
    const known: Record<string, string> = i18n.t.errors.codes;
    toasts.show({ kind: 'problem', text: known[error.told.code] ?? i18n.t.errors.failed });
  }
}

/** Shows why a request to the server, or to begin a game on this device, failed. */
export function explainRefusal(error: unknown): void {
  if (error instanceof CommandRefused) return explain(error, '');
  const known: Record<string, string> = i18n.t.errors.status;
  const text = error instanceof Refusal ? (known[String(error.status)] ?? i18n.t.errors.failed) : i18n.t.errors.offline;
  toasts.show({ kind: 'problem', text });
}

// Words that depend on a number: "1 ticket", "2 tickets".
import type { Language } from '../settings.svelte';

/** A text for each form a language has; # stands for the number. Forms that read alike share `other`. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form that a number takes in a language. */
export function pluralIn(language: Language): (n: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replace('#', String(n));
}

/** An English number with its article: "a 7", "an 8", "an 11", "an 80". */
export const article = (n: number): string => (/^(8|11$|18$)/.test(String(n)) ? `an ${n}` : `a ${n}`);

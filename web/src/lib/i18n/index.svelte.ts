// The words of the page. `en` has every key; a language that lacks one does not compile.
import { settings, type Language } from '../settings.svelte';
import { en } from './en';
import { fr } from './fr';
import { pl } from './pl';

/** Texts with the same keys: a text for a text, a function of the same arguments for a function. */
export type Same<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer A) => string
      ? (...given: A) => string
      : Same<T[K]>;
};

export type Words = Same<typeof en>;

const WORDS: Record<Language, Words> = { en, fr, pl };

class I18n {
  get language(): Language {
    return settings.language;
  }

  get t(): Words {
    return WORDS[settings.language];
  }

  /** The words of a game in the language of the page. */
  of<W>(words: Record<Language, W>): W {
    return words[settings.language];
  }
}

export const i18n = new I18n();

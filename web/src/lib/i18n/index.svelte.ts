// The words of the page. `en` has every key; a language that lacks one does not compile.
import { settings, type Language } from '../settings.svelte';
import { en } from './en';
import { fetchLanguage, hasLanguage, translated } from './translations';

/** Texts with the same keys: a text for a text, a function of the same arguments for a function. */
export type Same<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer A) => string
      ? (...given: A) => string
      : Same<T[K]>;
};

export type Words = Same<typeof en>;

const WORDS = translated<Words>('page', en);

class I18n {
  #language: Language = $state('en');

  /** The language of the page: the chosen one as soon as it has been fetched. */
  get language(): Language {
    return this.#language;
  }

  get t(): Words {
    return WORDS[this.#language];
  }

  /** The words of a game in the language of the page. */
  of<W>(words: Record<Language, W>): W {
    return words[this.#language];
  }

  /** Fetches the chosen language and changes to it; without a network the page stays as it is. */
  async follow(): Promise<void> {
    const wanted = settings.language;
    await fetchLanguage(wanted).catch(() => {});
    if (hasLanguage(wanted) && wanted === settings.language) this.#language = wanted;
  }
}

export const i18n = new I18n();

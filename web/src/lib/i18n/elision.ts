/** A name after "de" in French: "de Bruno", "d’Odile". A y before a vowel is a consonant: "de Yann", "d’Yves". */
export const de = (name: string): string =>
  /^(h?[aeiouœæ]|h?y(?![aeiou]))/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`;

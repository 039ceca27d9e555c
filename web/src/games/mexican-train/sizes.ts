// How large dominoes are drawn, in px for half of one.

export interface Units {
  /** On the player's own lane, and on the others. */
  own: number;
  other: number;
  /** So many lanes that they stand in two columns. */
  many: boolean;
}

/** Large screens get larger dominoes, large print too. */
export function units(width: number, height: number, others: number, largePrint: boolean, alike = false): Units {
  const many = others > (alike ? 6 : 3) && width >= 1000; // without a hand there is room for more below each other
  const room = width < 1000 ? height / 800 : Math.min(width / 1400, height / 900);
  const grown = (largePrint ? 1.15 : 1) * (width < 720 ? 1 : Math.max(1, Math.min(2.5, room)));
  const other = width < 720 ? 22 : width < 1000 || many || height < 800 ? 26 : width < 1400 ? 30 : 33;
  const own = width < 720 ? 26 : width < 1000 ? 34 : width < 1400 ? 38 : 42;
  return { own: Math.round(own * grown), other: Math.round(other * grown), many };
}

/** What a question claims, and when that is so; each game's folder has its own, for the tests. */
export type Claims<View, Choice> = [RegExp, (view: View, can: (what: Choice) => boolean, seat: number) => boolean][];

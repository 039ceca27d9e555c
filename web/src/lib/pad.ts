// A score pad for the boxed game: what is written on it, what follows from it, and the link that carries it.

export interface Pad {
  game: string;
  names: string[];
  /** For each round the points of each player. */
  rounds: number[][];
}

export const MOST_PLAYERS = 10;
export const MOST_ROUNDS = 99;
export const MOST_POINTS = 9999;
const LONGEST_NAME = 24;

export const newPad = (game: string, names: string[]): Pad => ({ game, names, rounds: [] });

/** The pad with the points of a round; one that is not there yet is added. */
export function write(pad: Pad, round: number, points: number[]): Pad {
  const rounds = [...pad.rounds];
  rounds[Math.min(round, rounds.length)] = points;
  return { ...pad, rounds };
}

/** The points of each player after each round, from the start. */
export function course({ names, rounds }: Pad): number[][] {
  const lines = [names.map(() => 0)];
  for (const points of rounds) lines.push(points.map((one, i) => (lines.at(-1)?.[i] ?? 0) + one));
  return lines;
}

export const totals = (pad: Pad): number[] => course(pad).at(-1) ?? [];

/** Who is ahead, as indices; nobody before the first round. */
export function leaders(pad: Pad, least: boolean): number[] {
  const sums = totals(pad);
  const best = least ? Math.min(...sums) : Math.max(...sums);
  return pad.rounds.length ? sums.flatMap((sum, i) => (sum === best ? [i] : [])) : [];
}

/** The number in a field; null if there is none, or it cannot be somebody's points. */
export function readPoints(text: string): number | null {
  const number = /^\s*[-−]?\d{1,4}\s*$/.test(text) ? Number(text.replace('−', '-')) : NaN;
  return Math.abs(number) <= MOST_POINTS ? number : null;
}

// --- Links: version~game~names~rounds~check, where a name may not contain what separates the parts.

const VERSION = '1';
const escaped = (name: string): string =>
  encodeURIComponent(name).replace(/[~_.!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** FNV-1a: a link that was cut or mistyped does not fit it. */
function check(text: string): string {
  let hash = 0x811c9dc5;
  for (const one of text) hash = Math.imul(hash ^ (one.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

export function encode({ game, names, rounds }: Pad): string {
  const written = rounds.map((points) => points.join('.')).join('_');
  const text = [VERSION, game, names.map(escaped).join('_'), written].join('~');
  return `${text}~${check(text)}`;
}

/** The pad of a link; null if the link is broken. */
export function decode(link: string): Pad | null {
  const [version, game = '', called = '', written = '', sum, ...more] = link.split('~');
  const text = [version, game, called, written].join('~');
  if (version !== VERSION || more.length || sum !== check(text)) return null;
  try {
    const names = called.split('_').map(decodeURIComponent);
    const rounds = written ? written.split('_').map((points) => points.split('.').map(Number)) : [];
    return readPad({ game, names, rounds });
  } catch {
    return null; // a name that is not UTF-8
  }
}

/** The same, if it is a pad; null otherwise. What was stored or sent may be of any form. */
export function readPad(found: unknown): Pad | null {
  const { game, names, rounds } = (found ?? {}) as Partial<Pad>;
  if (typeof game !== 'string' || !/^[a-z0-9-]{1,60}$/.test(game)) return null;
  if (!Array.isArray(names) || !Array.isArray(rounds)) return null;
  if (!names.length || names.length > MOST_PLAYERS || rounds.length > MOST_ROUNDS) return null;
  if (!names.every((name) => typeof name === 'string' && name && name.length <= LONGEST_NAME)) return null;
  const fits = (one: unknown) => Number.isInteger(one) && Math.abs(one as number) <= MOST_POINTS;
  if (!rounds.every((points) => Array.isArray(points) && points.length === names.length && points.every(fits)))
    return null;
  return { game, names, rounds };
}

/** The texts most like another one: Python's `difflib.get_close_matches`, for texts of a line. */

const NEAREST_SHOWN = 3;
const LEAST_ALIKE = 0.3;
const LONGEST_COMPARED = 80;

export function nearest(text: string, others: readonly string[]): string[] {
  const word = [...text].slice(0, LONGEST_COMPARED);
  return others
    .map((other) => ({ other, alike: alike([...other], word) }))
    .filter(({ alike }) => alike >= LEAST_ALIKE)
    .sort((a, b) => b.alike - a.alike || (a.other < b.other ? 1 : -1))
    .slice(0, NEAREST_SHOWN)
    .map(({ other }) => other);
}

/** How much of two texts is the same, from 0 to 1. */
function alike(a: string[], b: string[]): number {
  const all = a.length + b.length;
  return all ? (2 * matching(a, b, 0, a.length, 0, b.length)) / all : 1;
}

/** The longest common part, and then those before and after it. */
function matching(a: string[], b: string[], aFrom: number, aTo: number, bFrom: number, bTo: number): number {
  let [start, other, size] = [aFrom, bFrom, 0];
  let lengths = new Map<number, number>();
  for (let i = aFrom; i < aTo; i++) {
    const next = new Map<number, number>();
    for (let j = bFrom; j < bTo; j++) {
      if (a[i] !== b[j]) continue;
      const length = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > size) [start, other, size] = [i - length + 1, j - length + 1, length];
    }
    lengths = next;
  }
  if (size === 0) return 0;
  const before = matching(a, b, aFrom, start, bFrom, other);
  return before + size + matching(a, b, start + size, aTo, other + size, bTo);
}

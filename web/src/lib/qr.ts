// A small encoder of QR codes (ISO 18004): bytes, error correction M, versions 1 to 10.

const CHECKS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // check bytes of a block, by version
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const CENTRES: number[][] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const EXP: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i += 1) {
  EXP[i] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 285 : x << 1;
}
const at = (list: number[], i: number) => list[i] as number;
const times = (a: number, b: number) => (a && b ? at(EXP, (at(LOG, a) + at(LOG, b)) % 255) : 0);

function checkBytes(data: number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0; i < count; i += 1) {
    const next = [...divisor, 0];
    for (let j = 0; j < divisor.length; j += 1) next[j + 1] = at(next, j + 1) ^ times(at(divisor, j), at(EXP, i));
    divisor = next;
  }
  const rest = Array<number>(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() as number);
    rest.push(0);
    for (let j = 0; j < count; j += 1) rest[j] = at(rest, j) ^ times(at(divisor, j + 1), factor);
  }
  return rest;
}

/** The remainder of a code word of BCH, as the format and the version are written. */
function withRemainder(value: number, divisor: number, bits: number): number {
  let rest = value << bits;
  const top = 31 - Math.clz32(divisor);
  for (let i = 31 - Math.clz32(rest); i >= top; i -= 1) if ((rest >> i) & 1) rest ^= divisor << (i - top);
  return (value << bits) | rest;
}

class Grid {
  readonly dark: boolean[][];
  readonly fixed: boolean[][];

  constructor(readonly size: number) {
    this.dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    this.fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  }

  fix(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    (this.dark[y] as boolean[])[x] = dark;
    (this.fixed[y] as boolean[])[x] = true;
  }

  /** Concentric squares around a centre; `rings` says which distances are dark. */
  target(cx: number, cy: number, reach: number, light: number[]): void {
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        this.fix(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
}

function roomOf(version: number): number {
  const size = version * 4 + 17;
  const centres = (CENTRES[version - 1] as number[]).length;
  let taken = 3 * 64 + 2 * (size - 16) + 31;
  if (centres) taken += (centres * centres - 3) * 25 - 2 * (centres - 2) * 5;
  if (version >= 7) taken += 36;
  return (size * size - taken) >> 3;
}

function codeWords(bytes: Uint8Array, version: number): number[] {
  const blocks = at(BLOCKS, version - 1);
  const checks = at(CHECKS, version - 1);
  const room = roomOf(version);
  const capacity = room - blocks * checks;
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);

  const short = Math.floor(capacity / blocks);
  const longer = capacity % blocks; // so many blocks at the end have one byte more
  const parts: number[][] = [];
  for (let i = 0, from = 0; i < blocks; i += 1) {
    const length = short + (i >= blocks - longer ? 1 : 0);
    parts.push(data.slice(from, from + length));
    from += length;
  }
  const ends = parts.map((part) => checkBytes(part, checks));
  const out: number[] = [];
  for (let i = 0; i <= short; i += 1) for (const part of parts) if (i < part.length) out.push(at(part, i));
  for (let i = 0; i < checks; i += 1) for (const end of ends) out.push(at(end, i));
  return out;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function writeFormat(grid: Grid, mask: number): void {
  const bits = withRemainder(mask, 0x537, 10) ^ 0x5412; // level M is 0
  const bit = (i: number) => ((bits >> i) & 1) === 1;
  for (let i = 0; i <= 5; i += 1) grid.fix(8, i, bit(i));
  grid.fix(8, 7, bit(6));
  grid.fix(8, 8, bit(7));
  grid.fix(7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) grid.fix(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) grid.fix(grid.size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) grid.fix(8, grid.size - 15 + i, bit(i));
  grid.fix(8, grid.size - 8, true);
}

function drawFixed(version: number): Grid {
  const grid = new Grid(version * 4 + 17);
  const { size } = grid;
  for (let i = 0; i < size; i += 1) {
    grid.fix(6, i, i % 2 === 0);
    grid.fix(i, 6, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    grid.target(x, y, 4, [2, 4]);
  const centres = CENTRES[version - 1] as number[];
  const last = centres.at(-1) ?? 0;
  for (const x of centres)
    for (const y of centres)
      if (!((x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6))) grid.target(x, y, 2, [1]);
  if (version >= 7) {
    const bits = withRemainder(version, 0x1f25, 12);
    for (let i = 0; i < 18; i += 1) {
      const dark = ((bits >> i) & 1) === 1;
      const a = size - 11 + (i % 3);
      const b = Math.floor(i / 3);
      grid.fix(a, b, dark);
      grid.fix(b, a, dark);
    }
  }
  writeFormat(grid, 0);
  return grid;
}

/** How hard a pattern is to read: long runs, blocks of one colour, uneven darkness. */
function penalty(dark: boolean[][]): number {
  const size = dark.length;
  const cell = (x: number, y: number) => (dark[y] as boolean[])[x] as boolean;
  let sum = 0;
  for (const swap of [false, true]) {
    for (let y = 0; y < size; y += 1) {
      let run = 0;
      for (let x = 0; x < size; x += 1) {
        const same = x > 0 && (swap ? cell(y, x) === cell(y, x - 1) : cell(x, y) === cell(x - 1, y));
        run = same ? run + 1 : 1;
        if (run === 5) sum += 3;
        else if (run > 5) sum += 1;
      }
    }
  }
  let count = 0;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (cell(x, y)) count += 1;
      if (x && y && cell(x, y) === cell(x - 1, y) && cell(x, y) === cell(x, y - 1) && cell(x, y) === cell(x - 1, y - 1))
        sum += 3;
    }
  return sum + Math.floor(Math.abs((count * 20) / (size * size) - 10)) * 10;
}

/** The dark and light squares of a text, row by row. */
export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  const fits = () =>
    bytes.length * 8 + 4 + (version < 10 ? 8 : 16) <=
    (roomOf(version) - at(BLOCKS, version - 1) * at(CHECKS, version - 1)) * 8;
  while (!fits()) {
    version += 1;
    if (version > 10) throw new RangeError('too long for a code');
  }
  const words = codeWords(bytes, version);
  const grid = drawFixed(version);
  const { size } = grid;
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (let j = 0; j < 2; j += 1) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (!(grid.fixed[y] as boolean[])[x] && i < words.length * 8) {
          (grid.dark[y] as boolean[])[x] = ((at(words, i >> 3) >> (7 - (i & 7))) & 1) === 1;
          i += 1;
        }
      }
  }
  let best: boolean[][] = [];
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    writeFormat(grid, number);
    const masked = grid.dark.map((row, y) =>
      row.map((dark, x) => ((grid.fixed[y] as boolean[])[x] ? dark : dark !== mask(x, y))),
    );
    const found = penalty(masked);
    if (found < least) {
      least = found;
      best = masked;
    }
  });
  return best;
}

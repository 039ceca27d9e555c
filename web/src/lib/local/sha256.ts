// SHA-256 (FIPS 180-4). Browsers have their own only on pages that came over https.

/** The first bits of the fractional parts of the square and cube roots of the first primes. */
const [START, ROUND] = (() => {
  const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return [primes.slice(0, 8).map((p) => fraction(Math.sqrt(p))), primes.map((p) => fraction(Math.cbrt(p)))];
})();

const rotated = (x: number, n: number) => (x >>> n) | (x << (32 - n));

function padded(data: Uint8Array): DataView {
  const blocks = Math.ceil((data.length + 9) / 64);
  const bytes = new Uint8Array(blocks * 64);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, data.length * 8);
  return view;
}

export function sha256(data: Uint8Array): Uint8Array {
  const message = padded(data);
  const digest = Int32Array.from(START);
  const w = new Int32Array(64);
  const word = (i: number) => w[i] as number;
  for (let at = 0; at < message.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = message.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [word(i - 15), word(i - 2)];
      const low = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
      const high = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
      w[i] = word(i - 16) + low + word(i - 7) + high;
    }
    let [a, b, c, d, e, f, g, h] = digest as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < 64; i++) {
      const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + sum + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + word(i)) | 0;
      const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (digest[i] = (digest[i] as number) + x));
  }
  const out = new DataView(new ArrayBuffer(32));
  digest.forEach((x, i) => out.setInt32(4 * i, x));
  return new Uint8Array(out.buffer);
}

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

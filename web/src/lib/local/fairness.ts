// The key of a deal, from this device's secret and the players' words: as `play/keys.py` makes it.
import { hex, sha256 } from './sha256';

const TITLE = new TextEncoder().encode('sidings deal 1\0');
export const SECRET_BYTES = 32;

export function mix(secret: Uint8Array, words: ReadonlyMap<number, string>): Uint8Array {
  const parts: Uint8Array[] = [TITLE, secret];
  for (const [seat, text] of [...words].sort(([a], [b]) => a - b)) {
    const share = new TextEncoder().encode(text);
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, share.length);
    parts.push(Uint8Array.of(seat), new Uint8Array(length.buffer), share);
  }
  return sha256(Uint8Array.from(parts.flatMap((part) => [...part])));
}

/** The secret of a deal that is none, by its name: everybody can make it (`key_of_public_deal`). */
export const publicSecret = (name: string): Uint8Array => sha256(new TextEncoder().encode(`sidings seed ${name}`));

/** The seed of a bot's reply after so many moves of the deal of a day. */
export const seedOfReply = (key: Uint8Array, moves: number): number =>
  new DataView(key.buffer, key.byteOffset).getUint32(0, true) + moves;

/** Published before the first card: of the secret as of the key. */
export const commitment = (bytes: Uint8Array): string => hex(sha256(bytes));

import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { mix, publicSecret, seedOfReply } from './fairness';
import { fromHex, hex, sha256 } from './sha256';

test('hashes are those of everybody else', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 200]) {
    const data = new Uint8Array(randomBytes(length));
    expect(hex(sha256(data))).toBe(createHash('sha256').update(data).digest('hex'));
  }
  expect(hex(fromHex('00ff10'))).toBe('00ff10');
});

test('the key follows from the secret and the words, as on the server', () => {
  // python -c "from sidings.play.keys import mix; print(mix(bytes(32), {2: 'zażółć', 1: 'tests'}).hex())"
  const words = new Map([
    [2, 'zażółć'],
    [1, 'tests'],
  ]);
  expect(hex(mix(new Uint8Array(32), words))).toBe('10ec2bc7467f5ca994c5216e8e474e657d7c6d6659818b700a48029efa8af717');
});

test('the deal of a day is everybody’s, and so are the replies of its bots', () => {
  // python -c "from sidings.play.keys import key_of_public_deal as k; print(k('daily race 2026-11-16').hex())"
  const key = mix(publicSecret('daily race 2026-11-16'), new Map());
  expect(hex(key)).toBe('b95d83a52c4b0f8dc9983fe003e41d91da237c6c5fd025a35bb7d01499b3e394');
  expect(seedOfReply(key, 7)).toBe(2776849849 + 7);
});

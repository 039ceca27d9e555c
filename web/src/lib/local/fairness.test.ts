import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { mix } from './fairness';
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

import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

it('makes hashes with a cost that OWASP recommends, and a salt each', async () => {
  const hashes = await Promise.all([hashPassword('Correct1!'), hashPassword('Correct1!')]);
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(hashes[0]).not.toBe(hashes[1]);
});

it('accepts the password, however a keyboard writes its letters, and nothing else', async () => {
  const hash = await hashPassword('Corréct1!');
  const isRight = (password: string) => verifyPassword({ hash, password });
  expect(await Promise.all(['Corréct1!', 'Corre\u0301ct1!'].map(isRight))).toEqual([true, true]);
  expect(await Promise.all(['Corréct1', 'corréct1!', 'Corréct1! ', ''].map(isRight))).toEqual(Array(4).fill(false));
});

it('computes what other programs compute', async () => {
  // From the reference implementation: `echo -n password | argon2 somesalt -id -t 2 -m 8 -p 1 -l 32`.
  const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await verifyPassword({ hash, password: 'password' })).toBe(true);
});

import { expect, test } from 'vitest';
import { isSame, signature, signedToken } from './signature.ts';

test('a signature depends on the secret and on every character of the text', () => {
  const of = (secret: string, text: string) => signature(secret, text).toString('base64url');
  expect(of('secret', 'visit 1')).toBe(of('secret', 'visit 1'));
  expect(new Set([of('secret', 'visit 1'), of('other', 'visit 1'), of('secret', 'visit 2')]).size).toBe(3);
});

test('a token contains what it says, and its signature depends on the secret, the purpose and every part', () => {
  const of = (secret: string, purpose: string, part: string, boundTo: string) =>
    signedToken(secret, { purpose, says: ['1', part], boundTo: [boundTo] });
  const token = of('secret', 'visit', '2', 'a@example.org');
  expect(token).toMatch(/^1\.2\.[\w-]{43}$/);
  expect(of('secret', 'visit', '2', 'a@example.org')).toBe(token);
  const others = [
    of('other', 'visit', '2', 'a@example.org'),
    of('secret', 'unsubscribe', '2', 'a@example.org'),
    of('secret', 'visit', '3', 'a@example.org'),
    of('secret', 'visit', '2', 'b@example.org'),
  ];
  expect(new Set([token, ...others].map((one) => one.split('.')[2])).size).toBe(5);
});

test('texts of different lengths are compared without a failure', () => {
  expect(isSame('123456', '123456')).toBe(true);
  expect(isSame('123457', '123456')).toBe(false);
  expect(isSame('12345', '123456')).toBe(false);
  expect(isSame('', '123456')).toBe(false);
  // Six characters, more bytes.
  expect(isSame('12345é', '123456')).toBe(false);
});

import { expect, test } from 'vitest';
import { isSame, signature } from './signature.ts';

test('a signature depends on the secret and on every character of the text', () => {
  const of = (secret: string, text: string) => signature(secret, text).toString('base64url');
  expect(of('secret', 'visit 1')).toBe(of('secret', 'visit 1'));
  expect(new Set([of('secret', 'visit 1'), of('other', 'visit 1'), of('secret', 'visit 2')]).size).toBe(3);
});

test('texts of different lengths are compared without a failure', () => {
  expect(isSame('123456', '123456')).toBe(true);
  expect(isSame('123457', '123456')).toBe(false);
  expect(isSame('12345', '123456')).toBe(false);
  expect(isSame('', '123456')).toBe(false);
  // Six characters, more bytes.
  expect(isSame('12345é', '123456')).toBe(false);
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordFault, signUpPasswordMessages } from './password-rule.ts';

test.each([
  ['', 'missing'],
  ['A1!', 'too-short'],
  ['Ab1!x', 'too-short'],
  ['Ab1!xy', undefined],
  ['ab1!xy', 'composition'],
  ['Abc!xy', 'composition'],
  ['Ab12xy', 'composition'],
  ['Ab1?xy', 'composition'],
  ['Äb1!xy', 'composition'],
  ['Ab١!xy', 'composition'],
  [`A1!${'x'.repeat(125)}`, undefined],
  [`A1!${'x'.repeat(126)}`, 'too-long'],
])('%j is %s', (password, fault) => {
  expect(passwordFault(password)).toBe(fault);
});

test('accepts each special character of the specification, and no other', () => {
  const printable = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n));
  const enough = printable.filter((character) => passwordFault(`Abcde1${character}`) === undefined);
  expect(enough.join('')).toBe('!#$&*@');
});

test('accepts exactly the passwords with the length, an uppercase letter, a digit and a special character', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aAzZ09!@#$&*?- é'.split('')), maxLength: 140 }), (password) => {
      const has = (characters: string) => characters.split('').some((character) => password.includes(character));
      const good = password.length >= 6 && password.length <= 128 && has('AZ') && has('09') && has('!@#$&*');
      expect(passwordFault(password) === undefined).toBe(good);
    }),
  );
});

test('the messages are those of the specification', () => {
  expect(signUpPasswordMessages).toMatchObject({
    missing: 'Password is required',
    'too-short': 'Password must be 6 characters long',
    composition: 'Password must have uppercase, number and special characters',
  });
});

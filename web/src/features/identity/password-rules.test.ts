import { expect, test } from 'vitest';
import { newPasswordRules } from './password-rules.ts';

test('accepts an uppercase letter, a digit and any one of !@#$&*', () => {
  for (const special of '!@#$&*') expect(newPasswordRules.validate(`Abcde1${special}`)).toBe(true);
});

test.each([
  ['', 'Password is required'],
  ['Ab1!', 'Password must be 6 characters long'],
  ['abcde1!', 'Password must have uppercase, number and special characters'],
  ['Abcdef!', 'Password must have uppercase, number and special characters'],
  ['Abcdef1?', 'Password must have uppercase, number and special characters'],
])('says in the words of the specification what is wrong with %j', (password, message) => {
  expect(newPasswordRules.validate(password)).toBe(message);
});

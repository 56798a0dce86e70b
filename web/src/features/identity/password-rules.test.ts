import { expect, test } from 'vitest';
import { knownPasswordRule, newPasswordRule } from './password-rules.ts';

test('accepts an uppercase letter, a digit and any one of !@#$&*', () => {
  for (const special of '!@#$&*') expect(newPasswordRule(`Abcde1${special}`)).toBeUndefined();
});

test.each([
  ['', 'Password is required'],
  ['Ab1!', 'Password must be 6 characters long'],
  ['abcde1!', 'Password must have uppercase, number and special characters'],
  ['Abcdef!', 'Password must have uppercase, number and special characters'],
  ['Abcdef1?', 'Password must have uppercase, number and special characters'],
])("has the specification's message for %j", (password, message) => {
  expect(newPasswordRule(password)).toBe(message);
});

test.each([
  ['', 'Password is required'],
  ['12345', 'Password must be 6 characters or longer'],
  ['123456', undefined],
])("has the login page's message for %j", (password, message) => {
  expect(knownPasswordRule(password)).toBe(message);
});

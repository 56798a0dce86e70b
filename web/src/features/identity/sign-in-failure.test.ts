import { expect, test } from 'vitest';
import { signInFailure } from './sign-in-failure.ts';

test.each([
  ['access_denied', 'You cancelled the Google sign-in.'],
  ['email_not_verified', 'Google has not confirmed this email address.'],
  ['state_mismatch', 'The sign-in took too long'],
  ['toString', 'Google could not sign you in.'],
])('%s is explained', (code, sentence) => {
  expect(signInFailure(code)).toContain(sentence);
});

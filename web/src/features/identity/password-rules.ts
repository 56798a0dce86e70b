import { MIN_PASSWORD_LENGTH, passwordFault, signUpPasswordMessages } from '@openhours/contract/password-rule.ts';

/** Checks a new password, with the sign-up page's messages. The server has the same rules. */
export function newPasswordRule(password: string): string | undefined {
  const fault = passwordFault(password);
  return fault && signUpPasswordMessages[fault];
}

/** Checks an existing password, with the login page's messages. */
export function knownPasswordRule(password: string): string | undefined {
  if (password === '') return 'Password is required';
  return password.length < MIN_PASSWORD_LENGTH ? 'Password must be 6 characters or longer' : undefined;
}

/** The specification's rule for every new password. */
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;

type PasswordFault = 'missing' | 'too-short' | 'too-long' | 'composition';

/** What is wrong with a password, or `undefined`: 6 to 128 characters, an uppercase letter, a digit, one of !@#$&*. */
export function passwordFault(password: string): PasswordFault | undefined {
  if (password === '') return 'missing';
  if (password.length < MIN_PASSWORD_LENGTH) return 'too-short';
  if (password.length > MAX_PASSWORD_LENGTH) return 'too-long';
  return /[A-Z]/.test(password) && /[0-9]/.test(password) && /[!@#$&*]/.test(password) ? undefined : 'composition';
}

/** The messages of the sign-up form; the server answers with the same ones. */
export const signUpPasswordMessages: Readonly<Record<PasswordFault, string>> = {
  missing: 'Password is required',
  'too-short': 'Password must be 6 characters long',
  'too-long': 'Password must be at most 128 characters long',
  composition: 'Password must have uppercase, number and special characters',
};

/** A password that the server refuses: it is missing, or follows the rule and is easy to guess. The message says why. */
export const passwordRefusal = {
  PASSWORD_REFUSED: { status: 409, message: 'This password is easy to guess. Please choose another one.' },
} as const;

/** The messages of Doctor Registration. */
export const doctorPasswordMessages: Readonly<Record<PasswordFault, string>> = {
  missing: 'Password is required',
  'too-short': 'Password must be at least 6 characters long',
  'too-long': 'Password must be at most 128 characters long',
  composition: 'Password must include uppercase, number, and special character',
};

const sentences: Readonly<Record<string, string>> = {
  access_denied: 'You cancelled at Google, so nothing has happened here. Try again whenever you like.',
  account_not_linked:
    'There is an account with this email already. Sign in with its password. If you do not know it, reset it with ' +
    "'Forget Password?'; after that, Google opens the same account.",
  email_not_verified:
    'Google has not confirmed this email address. Confirm it there first, or use an email and a password here.',
  email_not_found: 'Google did not tell us your email address. Try again, or use an email and a password here.',
  state_mismatch: 'That sign-in took too long, or was begun in another window. Please try again.',
};

const somethingElse = 'Google could not sign you in. Please try again, or use an email and a password.';

/** What to tell somebody whose sign-in with Google ended with this code. Codes nobody knows have one sentence in common. */
export function signInFailure(code: string): string {
  return Object.hasOwn(sentences, code) ? (sentences[code] ?? somethingElse) : somethingElse;
}

export const windowClosed = 'The Google window was closed before you were signed in. Try again, or use your email.';

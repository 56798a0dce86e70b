const sentences: Readonly<Record<string, string>> = {
  access_denied: 'You cancelled the Google sign-in. You can try again at any time.',
  account_not_linked:
    'There is already an account with this email. Sign in with its password. If you do not know it, reset it with ' +
    "'Forget Password?'. After that you can sign in with Google too.",
  email_not_verified:
    'Google has not confirmed this email address. Confirm it there first, or use an email and a password here.',
  email_not_found: 'Google did not send your email address. Try again, or use an email and a password here.',
  state_mismatch: 'The sign-in took too long, or was started in another window. Please try again.',
};

const somethingElse = 'Google could not sign you in. Please try again, or use an email and a password.';

/** The message for the error code of a Google sign-in. Unknown codes share one message. */
export function signInFailure(code: string): string {
  return Object.hasOwn(sentences, code) ? (sentences[code] ?? somethingElse) : somethingElse;
}

export const windowClosed = 'The Google window was closed before you were signed in. Try again, or use your email.';

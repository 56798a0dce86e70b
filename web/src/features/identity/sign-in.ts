import { fetchAccessToken } from '../../api/access-token.ts';
import { ApiError, fieldOf, postJson, textField } from '../../api/http.ts';
import { fetchSession, type SessionUser } from '../../api/session.ts';

/**
 * Signs in and fetches the access token. If the account has a second factor, returns its methods, joined by commas:
 * the person is not signed in yet. Throws ApiError with the identity service's message.
 */
export async function signIn(credentials: { email: string; password: string }): Promise<string | undefined> {
  const methods = fieldOf(await postJson('/api/auth/sign-in/email', credentials), 'twoFactorMethods');
  if (Array.isArray(methods)) return methods.join();
  await fetchTokenIfPossible(credentials.email);
  return undefined;
}

/** Creates an account, signs in and fetches the access token. Throws ApiError like `signIn`. */
export async function signUp(account: { name: string; email: string; password: string }): Promise<void> {
  await postJson('/api/auth/sign-up/email', account);
  await fetchTokenIfPossible(account.email);
}

/**
 * Starts a sign-in with Google and returns the address to open. The browser comes back to `done`, with `newcomer=yes` if
 * it opened an account, or to `failed` with `?error=`; both are paths of ours. Throws ApiError.
 */
export async function beginGoogleSignIn({ done, failed }: { done: string; failed: string }): Promise<string> {
  const doneByNewcomer = new URL(done, location.origin);
  doneByNewcomer.searchParams.set('newcomer', 'yes');
  const answer = await postJson('/api/auth/sign-in/social', {
    provider: 'google',
    callbackURL: location.origin + done,
    newUserCallbackURL: doneByNewcomer.href,
    errorCallbackURL: location.origin + failed,
  });
  const url = textField(answer, 'url');
  if (!url) throw new ApiError({ message: 'Google cannot be reached right now. Please try again.', status: 502 });
  return url;
}

/** After a sign-in without this page's form: fetches the access token of the session. Throws ApiError. */
export async function finishSignIn(): Promise<SessionUser> {
  const user = await fetchSession();
  if (!user) {
    throw new ApiError({
      message: 'You are not signed in yet. Allow cookies for this site and try again.',
      status: 401,
    });
  }
  await fetchTokenIfPossible(user.email);
  return user;
}

/** Emails a link to `resetPage`. Succeeds for any address, so it does not reveal who has an account. */
export async function requestPasswordReset({ email, resetPage }: { email: string; resetPage: string }): Promise<void> {
  await postJson('/api/auth/request-password-reset', { email, redirectTo: resetPage });
}

/** The person is already signed in: without a token, the application fetches one when it starts. */
async function fetchTokenIfPossible(email: string): Promise<void> {
  try {
    await fetchAccessToken(email);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

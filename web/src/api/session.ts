import { fetchAccessToken, forgetAccessToken } from './access-token.ts';
import { ApiError, fieldOf, getJson, postJson, textField } from './http.ts';

/** Who is signed in. The roles are for what is shown; the server decides what is allowed. */
export type SessionUser = {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string | null;
  emailVerified: boolean;
  isAdmin: boolean;
  isDoctor: boolean;
};

/** The signed-in person, or null. Throws ApiError when the server does not answer. */
export async function fetchSession(signal?: AbortSignal): Promise<SessionUser | null> {
  const user = parseUser(await getJson('/api/session', signal));
  if (user) document.documentElement.dataset.auth = 'in';
  else delete document.documentElement.dataset.auth;
  return user;
}

/** Signs in and fetches the access token. Throws ApiError with the identity service's own sentence. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await postJson('/api/auth/sign-in/email', credentials);
  await fetchTokenIfPossible(credentials.email);
}

/** Opens an account, signed in at once, and fetches the access token. Throws ApiError like `signIn`. */
export async function signUp(account: { name: string; email: string; password: string }): Promise<void> {
  await postJson('/api/auth/sign-up/email', account);
  await fetchTokenIfPossible(account.email);
}

/**
 * Begins a sign-in with Google and answers the address where it goes on. The browser comes back to `done`, or to
 * `failed` with `?error=`; both are paths of ours. Throws ApiError.
 */
export async function beginGoogleSignIn({ done, failed }: { done: string; failed: string }): Promise<string> {
  const answer = await postJson('/api/auth/sign-in/social', {
    provider: 'google',
    callbackURL: location.origin + done,
    errorCallbackURL: location.origin + failed,
  });
  const url = textField(answer, 'url');
  if (!url) throw new ApiError({ message: 'Google cannot be reached right now. Please try again.', status: 502 });
  return url;
}

/** Whoever came in by another door has a session already: what is left is their access token. Throws ApiError. */
export async function finishSignIn(): Promise<void> {
  const user = await fetchSession();
  if (!user) {
    throw new ApiError({
      message: 'You are not signed in yet. Allow cookies for this site and try again.',
      status: 401,
    });
  }
  await fetchTokenIfPossible(user.email);
}

const answerMillis = 1000;

let signingOut = false;
let change: Promise<unknown> = Promise.resolve();

/** Whether this window itself is ending the session: what ends with it is no surprise then. */
export function isSigningOut(): boolean {
  return signingOut;
}

/** Sets another password, signs out everywhere else and begins a new session here. Throws ApiError. */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  const changing = postJson('/api/auth/change-password', { ...passwords, revokeOtherSessions: true });
  change = changing.catch(() => undefined);
  await changing;
}

/**
 * Whether somebody is signed in after all, where something said that the session has ended. A new one may have taken
 * its place: this window waits for its own change, and asks twice, for another window of the browser may be changing
 * it just now. Throws ApiError.
 */
export async function isStillSignedIn(): Promise<boolean> {
  await change;
  if (await fetchSession()) return true;
  await new Promise((resolve) => window.setTimeout(resolve, answerMillis));
  return (await fetchSession()) !== null;
}

/** Ends the session here and on the server, then opens `destination` as a new document. A failure is logged. */
export async function signOut(destination: string): Promise<void> {
  signingOut = true;
  try {
    await postJson('/api/auth/sign-out', {});
  } catch (error) {
    signingOut = false;
    console.error('Sign-out failed:', error);
    return;
  }
  forgetAccessToken();
  forgetWhatWasWritten();
  location.assign(destination);
}

/** Drafts and unsent messages stay in the window for whoever wrote them, and for nobody after them. */
function forgetWhatWasWritten(): void {
  try {
    sessionStorage.clear();
  } catch {}
}

/** Always succeeds for any address, so that nobody learns who has an account here. */
export async function requestPasswordReset(email: string): Promise<void> {
  await postJson('/api/auth/request-password-reset', { email, redirectTo: '/reset-password' });
}

/** Sets a new password with the token of the mailed link. */
export async function resetPassword({ token, newPassword }: { token: string; newPassword: string }): Promise<void> {
  await postJson('/api/auth/reset-password', { token, newPassword });
}

export async function updateDisplayName(name: string): Promise<void> {
  await postJson('/api/auth/update-user', { name });
}

/** `image` is the address of an image that was uploaded here; null takes the photo away. */
export async function updatePhoto(image: string | null): Promise<void> {
  await postJson('/api/auth/update-user', { image });
}

/** The person is signed in by now: without a token the application asks again when it starts. */
async function fetchTokenIfPossible(email: string): Promise<void> {
  try {
    await fetchAccessToken(email);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function parseUser(answer: unknown): SessionUser | null {
  const user = fieldOf(answer, 'user');
  if (user === null) return null;
  const uid = textField(user, 'uid');
  const email = textField(user, 'email');
  if (!uid || !email) throw new ApiError({ message: 'The server sent no readable session.', status: 502 });
  return {
    uid,
    email,
    displayName: textField(user, 'displayName') ?? email,
    photoURL: textField(user, 'photoURL') ?? null,
    emailVerified: fieldOf(user, 'emailVerified') === true,
    isAdmin: fieldOf(user, 'isAdmin') === true,
    isDoctor: fieldOf(user, 'isDoctor') === true,
  };
}

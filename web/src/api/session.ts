import { discardUnsaved, keepUnsaved } from '../ui/unsaved.ts';
import { removeAccessToken } from './access-token.ts';
import { ApiError, fieldOf, getJson, postJson, textField } from './http.ts';
import { sayOnNextPage } from './window-storage.ts';

/** Who is signed in. The roles decide what is shown; the server decides what is allowed. */
export type SessionUser = {
  uid: string;
  email: string;
  displayName: string;
  photoURL: string | null;
  /** The last one given, '+49 30 901820'; null if none is known. */
  phoneNumber: string | null;
  emailVerified: boolean;
  isAdmin: boolean;
  isDoctor: boolean;
  isFrontDesk: boolean;
};

/** The signed-in person, or null. Throws ApiError if the server does not answer. */
export async function fetchSession(signal?: AbortSignal): Promise<SessionUser | null> {
  const user = parseUser(await getJson('/api/session', signal));
  if (user) document.documentElement.dataset.auth = 'in';
  else delete document.documentElement.dataset.auth;
  return user;
}

const answerMillis = 1000;
const signOutMillis = 10_000;

let signingOut = false;
let change: Promise<unknown> = Promise.resolve();

/** Whether this window is ending the session itself, so the failures that follow are expected. */
export function isSigningOut(): boolean {
  return signingOut;
}

/** Changes the password, which signs out everywhere else and starts a new session here. Throws ApiError. */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  const changing = postJson('/api/auth/change-password', { ...passwords, revokeOtherSessions: true });
  change = changing.catch(() => undefined);
  await changing;
}

/**
 * Checks who is signed in when an answer says that the session has ended; null for nobody. There may be a new session:
 * it waits for a password change in this window, and asks twice in case another window is changing it. Throws ApiError.
 */
export async function findStillSignedIn(): Promise<SessionUser | null> {
  await change;
  const user = await fetchSession();
  if (user) return user;
  await new Promise((resolve) => window.setTimeout(resolve, answerMillis));
  return fetchSession();
}

/**
 * Ends the session here and on the server, then loads `destination` as a new document, which shows `notice` for a while.
 * A failure, or no answer within 10 seconds, is logged and returns false; what the browser stores for the person is
 * deleted even then.
 */
export async function signOut(destination: string, notice?: string): Promise<boolean> {
  forgetSession();
  try {
    await postJson('/api/auth/sign-out', {}, AbortSignal.timeout(signOutMillis));
  } catch (error) {
    signingOut = false;
    keepUnsaved();
    console.error('Sign-out failed:', error);
    return false;
  }
  if (notice !== undefined) sayOnNextPage(notice);
  location.assign(destination);
  return true;
}

/**
 * Deletes what the browser stores for the person: the access token, drafts and unsent messages, which the next person must
 * not see. The session ends on the server, and another document is loaded, without a question about what is unsaved.
 */
export function forgetSession(): void {
  signingOut = true;
  discardUnsaved();
  removeAccessToken();
  try {
    sessionStorage.clear();
  } catch {}
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
    phoneNumber: textField(user, 'phoneNumber') ?? null,
    emailVerified: fieldOf(user, 'emailVerified') === true,
    isAdmin: fieldOf(user, 'isAdmin') === true,
    isDoctor: fieldOf(user, 'isDoctor') === true,
    isFrontDesk: fieldOf(user, 'isFrontDesk') === true,
  };
}

import { keep, readKept } from './browser-storage.ts';
import { readFailure } from './failure.ts';
import { ApiError, getJson, textField } from './http.ts';

const storageKey = 'accessToken';
const refreshSeconds = 300;

/** The bearer token of the signed-in person, or undefined. */
export function accessToken(): string | undefined {
  return readKept(storageKey);
}

let removals = 0;

/**
 * Fetches a new token for the session with this email address and stores it in the browser, unless the token has been
 * removed since it was asked for.
 */
export async function fetchAccessToken(email: string): Promise<string> {
  const removalsBefore = removals;
  const answer = await getJson(`/api/jwt?${new URLSearchParams({ email })}`);
  const token = textField(answer, 'accessToken');
  if (!token) throw new ApiError({ message: 'The server sent no access token.', status: 502 });
  // Without it, calls still work with the session cookie.
  if (removals === removalsBefore) keep(storageKey, token);
  return token;
}

export function removeAccessToken(): void {
  removals += 1;
  keep(storageKey, undefined);
}

let ownerEmail: string | undefined;

/** Renews this person's token every 300 seconds from now on. A failure waits for the next turn. */
export function renewAccessTokenRegularly(email: string): void {
  if (ownerEmail === undefined) window.setInterval(() => void renewAccessToken(), refreshSeconds * 1000);
  if (ownerEmail === email) return;
  ownerEmail = email;
  void renewAccessToken();
}

/** A new token for that person; '' if the server does not answer, and undefined if it refuses. */
export async function renewAccessToken(): Promise<string | undefined> {
  if (ownerEmail === undefined) return undefined;
  try {
    return await fetchAccessToken(ownerEmail);
  } catch (error) {
    const { kind } = readFailure(error);
    if (kind === 'signed-out') removeAccessToken();
    return kind === 'unanswered' ? '' : undefined;
  }
}

import { ApiError, getJson, textField } from './http.ts';

const storageKey = 'accessToken';
const refreshSeconds = 300;

/** The bearer token of the signed-in person, or undefined. */
export function accessToken(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Asks for a fresh token for the session of this very e-mail and keeps it in the browser's storage. */
export async function fetchAccessToken(email: string): Promise<string> {
  const answer = await getJson(`/api/jwt?${new URLSearchParams({ email })}`);
  const token = textField(answer, 'accessToken');
  if (!token) throw new ApiError({ message: 'The server gave no access token.', status: 502 });
  try {
    localStorage.setItem(storageKey, token);
  } catch {
    // Storage may be closed to us; the session cookie carries the calls all the same.
  }
  return token;
}

export function forgetAccessToken(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {}
}

let ownerEmail: string | undefined;

/** Keeps the token of this person fresh from now on, every 300 seconds. A failure waits for the next turn. */
export function keepAccessTokenFresh(email: string): void {
  if (ownerEmail === undefined) window.setInterval(() => void renewAccessToken(), refreshSeconds * 1000);
  if (ownerEmail === email) return;
  ownerEmail = email;
  void renewAccessToken();
}

/** A new token for the person whose token is kept fresh, or undefined when there is none to be had. */
export async function renewAccessToken(): Promise<string | undefined> {
  if (ownerEmail === undefined) return undefined;
  try {
    return await fetchAccessToken(ownerEmail);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) forgetAccessToken();
    return undefined;
  }
}

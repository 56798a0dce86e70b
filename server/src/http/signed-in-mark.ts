const SESSION_COOKIE = /^(?:__Secure-)?openhours\.session_token=([^;]*)/;
const WEEK_SECONDS = 7 * 86_400;

/**
 * The readable `signed_in` cookie, by which a page knows which navigation to show before it has asked anything. It
 * follows the session cookie wherever that one is set, renewed or taken away, and says nothing that its reader does
 * not know.
 *
 * @returns a `Set-Cookie` line, or `undefined` when the session cookie is not among those being set
 */
export function signedInMark(setCookies: readonly string[], options: { secure: boolean }): string | undefined {
  const session = setCookies.map((cookie) => SESSION_COOKIE.exec(cookie)).findLast((match) => match !== null);
  if (!session) return undefined;
  const attributes = `Path=/; SameSite=Lax${options.secure ? '; Secure' : ''}`;
  return session[1] === ''
    ? `signed_in=; Max-Age=0; ${attributes}`
    : `signed_in=1; Max-Age=${WEEK_SECONDS}; ${attributes}`;
}

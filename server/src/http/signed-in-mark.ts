import { HOST_PREFIX } from '../features/identity/index.ts';

const SESSION_COOKIE = /^(?:__Host-)?openhours\.session_token=([^;]*)/;
const SESSION_END = /^(?:__Host-)?openhours\.(?:session_token|session_data|dont_remember)=;/;
const MARK = /(?:^|;\s*)(?:__Host-)?signed_in=1(?:;|$)/;
const WEEK_SECONDS = 7 * 86_400;

/**
 * The `signed_in` cookie (over https `__Host-signed_in`), which scripts can read: a page uses it to choose its
 * navigation before its first request. It is set, renewed and deleted together with the session cookie and has no
 * secret.
 *
 * @returns a `Set-Cookie` line, or `undefined` if the session cookie is not being set
 */
export function signedInMark(setCookies: readonly string[], options: { secure: boolean }): string | undefined {
  const session = setCookies.map((cookie) => SESSION_COOKIE.exec(cookie)).findLast((match) => match !== null);
  return session ? markLine(session[1] !== '', options) : undefined;
}

/** The token of the session that these `Set-Cookie` lines open, if any. The cookie has the token and then its signature. */
export function newSessionToken(setCookies: readonly string[]): string | undefined {
  const values = setCookies.map((cookie) => SESSION_COOKIE.exec(cookie)?.[1]);
  return values.findLast((value) => value)?.split(/[.%]/, 1)[0];
}

/**
 * Corrects a `signed_in` cookie that differs from the session, which may have ended elsewhere.
 *
 * @param given the request's `Cookie` header
 * @returns a `Set-Cookie` line, or `undefined` if the cookie is right
 */
export function correctedMark(given: string, options: { signedIn: boolean; secure: boolean }): string | undefined {
  return MARK.test(given) === options.signedIn ? undefined : markLine(options.signedIn, options);
}

/**
 * The cookies to set when an answer noticed that a session has ended. The session cookie is not deleted: the browser
 * may have a new one by now, for example after a changed password.
 */
export function withoutSessionEnd(setCookies: readonly string[]): readonly string[] {
  return setCookies.filter((cookie) => !SESSION_END.test(cookie));
}

function markLine(signedIn: boolean, { secure }: { secure: boolean }): string {
  const name = `${secure ? HOST_PREFIX : ''}signed_in`;
  const attributes = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  return signedIn ? `${name}=1; Max-Age=${WEEK_SECONDS}; ${attributes}` : `${name}=; Max-Age=0; ${attributes}`;
}

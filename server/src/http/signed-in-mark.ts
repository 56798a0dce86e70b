const SESSION_COOKIE = /^(?:__Secure-)?openhours\.session_token=([^;]*)/;
const SESSION_END = /^(?:__Secure-)?openhours\.(?:session_token|session_data|dont_remember)=;/;
const MARK = /(?:^|;\s*)signed_in=1(?:;|$)/;
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
  return session ? markLine(session[1] !== '', options) : undefined;
}

/**
 * Corrects a mark that says something else than the session, which may have ended elsewhere.
 *
 * @param given the request's `Cookie` header
 * @returns a `Set-Cookie` line, or `undefined` when the mark is right
 */
export function correctedMark(given: string, options: { signedIn: boolean; secure: boolean }): string | undefined {
  return MARK.test(given) === options.signedIn ? undefined : markLine(options.signedIn, options);
}

/**
 * What is left of the cookies being set, where an answer only noticed that a session has ended. It must not take the
 * browser's cookie away: another one may have taken its place meanwhile, as a changed password begins one.
 */
export function withoutSessionEnd(setCookies: readonly string[]): readonly string[] {
  return setCookies.filter((cookie) => !SESSION_END.test(cookie));
}

function markLine(signedIn: boolean, { secure }: { secure: boolean }): string {
  const attributes = `Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  return signedIn ? `signed_in=1; Max-Age=${WEEK_SECONDS}; ${attributes}` : `signed_in=; Max-Age=0; ${attributes}`;
}

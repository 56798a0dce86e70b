/** Over https: browsers take a cookie with this prefix only from this host itself, encrypted and for every path. */
export const HOST_PREFIX = '__Host-';

/** The start of the names of the identity service's cookies. */
export function cookiePrefix({ secure }: { secure: boolean }): string {
  return `${secure ? HOST_PREFIX : ''}openhours`;
}

export function sessionCookieName(options: { secure: boolean }): string {
  return `${cookiePrefix(options)}.session_token`;
}

const CHALLENGE = 'openhours.two_factor';
/** The cookie has the id of the sign-in and then its signature. */
const CHALLENGE_COOKIE = /(?:^|;\s*)(?:__Host-)?openhours\.two_factor=(2fa-[\w-]{1,100})[.%]/;

/**
 * The id of the sign-in that waits for the second factor, from a `Cookie` header. With several such cookies,
 * the identity service might read another one than we do, so we accept none.
 */
export function challengeIn(cookie: string): string | undefined {
  return cookie.split(CHALLENGE).length === 2 ? CHALLENGE_COOKIE.exec(cookie)?.[1] : undefined;
}

export function withoutChallenge(cookie: string): string {
  return cookie
    .split(';')
    .filter((one) => !one.includes(CHALLENGE))
    .join(';');
}

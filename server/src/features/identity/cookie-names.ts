/** Over https: browsers take a cookie with this prefix only from this host itself, encrypted and for every path. */
export const HOST_PREFIX = '__Host-';

/** The start of the names of the identity service's cookies. */
export function cookiePrefix({ secure }: { secure: boolean }): string {
  return `${secure ? HOST_PREFIX : ''}openhours`;
}

export function sessionCookieName(options: { secure: boolean }): string {
  return `${cookiePrefix(options)}.session_token`;
}

/** In a `Cookie` header: a sign-in that waits for the second factor. The id is before the signature. */
export const CHALLENGE_COOKIE = /(?:^|;\s*)(?:__Host-)?openhours\.two_factor=(2fa-[\w-]{1,100})[.%]/;

/** The start of the names of the identity service's cookies. */
export const COOKIE_PREFIX = 'openhours';

/** In a `Cookie` header: a sign-in that waits for the second factor. The id is before the signature. */
export const CHALLENGE_COOKIE = /(?:^|;\s*)(?:__Secure-)?openhours\.two_factor=(2fa-[\w-]{1,100})[.%]/;

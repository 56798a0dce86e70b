/**
 * Query keys of requests that are not calls of the contract. Calls of the contract have the key that oRPC creates:
 * `api.<feature>.<call>.key()`.
 */
export const queryKeys = {
  session: ['session'],
  stillSignedIn: ['still signed in'],
  signedInPlaces: ['signed-in places'],
} as const;

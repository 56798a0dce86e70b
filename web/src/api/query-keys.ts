/**
 * Keys of answers that are not calls of the contract. Every call of the contract has the key that oRPC makes:
 * `api.<feature>.<call>.key()`.
 */
export const queryKeys = {
  session: ['session'],
  signedInPlaces: ['signed-in places'],
} as const;

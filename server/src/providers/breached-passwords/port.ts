/** A collection of passwords that became known when other services were broken into. */
export interface BreachedPasswords {
  /** Whether it has this password; `undefined` if it does not say so in time. Does not reject. */
  has(password: string): Promise<boolean | undefined>;
}

import { createHash, randomBytes } from 'node:crypto';

/** How long the link of an invitation is valid. */
const VALID_DAYS = 7;

/** Creates a code of 256 random bits for a link, its hash for the database, and the instant at which it expires. */
export function newCode(now: Date): { code: string; codeHash: string; expiresAt: Date } {
  const code = randomBytes(32).toString('base64url');
  return { code, codeHash: hashCode(code), expiresAt: new Date(now.getTime() + VALID_DAYS * 86_400_000) };
}

/** Hashes a code for the database. A salt is not needed, because a code has 256 random bits. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}

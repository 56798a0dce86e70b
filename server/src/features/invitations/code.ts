import { createHash, randomBytes } from 'node:crypto';

/** How long the link of an invitation is valid. */
const VALID_DAYS = 7;

/** A new code for a link, 256 random bits, with the hash that is stored and the instant at which it expires. */
export function newCode(now: Date): { code: string; codeHash: string; expiresAt: Date } {
  const code = randomBytes(32).toString('base64url');
  return { code, codeHash: hashCode(code), expiresAt: new Date(now.getTime() + VALID_DAYS * 86_400_000) };
}

/** The hash under which a code is stored. It needs no salt, because nobody can guess a code. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}

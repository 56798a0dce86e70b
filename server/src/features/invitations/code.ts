import { createHash } from 'node:crypto';
import { signedToken } from '../../call/signature.ts';

/** How long the link of an invitation is valid. */
const VALID_DAYS = 7;

/** What identifies one link: an invitation that is sent again gets another one. */
interface Issue {
  readonly id: string;
  readonly sentAt: Date;
}

/**
 * The code in the link of an invitation: 256 bits that only a server with this secret can make. So the link can be
 * written whenever its email is sent, and is stored nowhere.
 */
export function codeOf({ id, sentAt }: Issue, secret: string): string {
  return signedToken(secret, { purpose: 'invitation', boundTo: [id, sentAt.toISOString()] });
}

/** What the database has of a new code: its hash, and the instant at which it expires. */
export function issueCode(issue: Issue, secret: string): { codeHash: string; expiresAt: Date } {
  const expiresAt = new Date(issue.sentAt.getTime() + VALID_DAYS * 86_400_000);
  return { codeHash: hashCode(codeOf(issue, secret)), expiresAt };
}

/** Hashes a code for the database. A salt is not needed, because a code has 256 random bits. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}

import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { setupCodes } from '../../database/schema/clinic.ts';

/** Whether this is the stored code, and it has not expired. */
export async function isSetupCode(db: Database, { code, now }: { code: string; now: Date }): Promise<boolean> {
  const isValid = and(eq(setupCodes.hash, hashOf(code)), gt(setupCodes.expiresAt, now));
  return (await db.$count(setupCodes, isValid)) > 0;
}

/** Stores the hash of a code, in place of an earlier one. */
export async function replaceSetupCode(
  db: Database,
  { code, expiresAt }: { code: string; expiresAt: Date },
): Promise<void> {
  const stored = { hash: hashOf(code), expiresAt };
  await db.insert(setupCodes).values(stored).onConflictDoUpdate({ target: setupCodes.id, set: stored });
}

export async function deleteSetupCode(tx: Database): Promise<void> {
  await tx.delete(setupCodes);
}

/** A salt is not needed, because a code has 192 random bits. */
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

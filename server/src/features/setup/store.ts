import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { setupCodes } from '../../database/schema/clinic.ts';

export interface StoredCode {
  /** SHA-256, in hex. */
  readonly hash: string;
  readonly expiresAt: Date;
}

export async function findSetupCode(db: Database): Promise<StoredCode | undefined> {
  const [row] = await db.select().from(setupCodes);
  return row;
}

/** Stores a code, in place of an earlier one. */
export async function replaceSetupCode(db: Database, code: StoredCode): Promise<void> {
  await db
    .insert(setupCodes)
    .values({ id: 1, ...code })
    .onConflictDoUpdate({ target: setupCodes.id, set: code });
}

export async function deleteSetupCode(tx: Database): Promise<void> {
  await tx.delete(setupCodes).where(eq(setupCodes.id, 1));
}

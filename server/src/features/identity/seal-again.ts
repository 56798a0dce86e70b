import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { eq, like, notLike } from 'drizzle-orm';
import { signature } from '../../call/signature.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { twoFactors } from '../../database/schema/identity.ts';

/**
 * The number of a secret, which the identity service writes before what it encrypts with it: '$ba$', the number, '$'. It is made from the
 * secret, so that nobody has to count secrets.
 */
export function secretNumber(secret: string): number {
  return signature(secret, 'number of AUTH_SECRET').readUInt32BE();
}

const keyOf = (secret: string) => {
  const currentVersion = secretNumber(secret);
  return { keys: new Map([[currentVersion, secret]]), currentVersion };
};

/**
 * Encrypts the secrets of authenticator apps with another AUTH_SECRET than the one before. What was encrypted with a third one stays as
 * it is: nobody can read it. Any number of nodes may do it at once.
 */
export function sealAgain(
  db: Database,
  { secret, before }: { secret: string; before: string },
): Promise<{ readonly sealed: number; readonly unreadable: number }> {
  const key = keyOf(secret);
  return inTransaction(db, async (tx) => {
    const rows = await tx
      .select({ id: twoFactors.id, sealed: twoFactors.secret })
      .from(twoFactors)
      .where(like(twoFactors.secret, `$ba$${secretNumber(before)}$%`))
      .for('update');
    for (const { id, sealed } of rows) {
      const data = await symmetricDecrypt({ key: keyOf(before), data: sealed });
      await tx
        .update(twoFactors)
        .set({ secret: await symmetricEncrypt({ key, data }) })
        .where(eq(twoFactors.id, id));
    }
    const unreadable = await tx.$count(twoFactors, notLike(twoFactors.secret, `$ba$${secretNumber(secret)}$%`));
    return { sealed: rows.length, unreadable };
  });
}

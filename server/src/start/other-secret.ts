import { createHmac } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { installation } from '../database/schema/installation.ts';

/**
 * A warning if the last start on this database, of any node, had another AUTH_SECRET. It is no refusal, because an operator
 * may change it. With `secretBefore`, they say that they did.
 */
export async function warningOfOtherSecret(
  db: Database,
  { secret, secretBefore }: { secret: string; secretBefore: string | undefined },
): Promise<string | undefined> {
  const secretFingerprint = fingerprintOf(secret);
  const [before] = await db.select().from(installation);
  if (before?.secretFingerprint === secretFingerprint) return undefined;
  await db
    .insert(installation)
    .values({ secretFingerprint })
    .onConflictDoUpdate({ target: installation.id, set: { secretFingerprint } });
  const isAnnounced = secretBefore !== undefined && before?.secretFingerprint === fingerprintOf(secretBefore);
  return before && !isAnnounced ? WARNING : undefined;
}

function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('fingerprint of AUTH_SECRET').digest('base64url');
}

const WARNING =
  'AUTH_SECRET is not the one of the last start on this database. If you changed it, see ' +
  "'When something breaks' in docs/operations.md. If not, your nodes have different secrets, and each refuses the " +
  'sessions and links of the others: give all of them the same secret.';

import type { Database } from '../../database/database.ts';
import { confirmAddress } from './confirm-email.ts';
import { deleteSecondFactor, endSessions } from './second-factor-store.ts';

/**
 * Confirms the address of somebody who has shown, by an email to it, that it is theirs. If it was unconfirmed, somebody
 * else may have signed up with it before: then everything that would let them in again is deleted, except the session
 * of `keepSessionId`, which its owner used for this call. Returns whether it was unconfirmed.
 */
export async function reclaimAccount(
  tx: Database,
  { personId, keepSessionId, now }: { personId: string; keepSessionId?: string | undefined; now: Date },
): Promise<boolean> {
  const wasUnconfirmed = await confirmAddress(tx, { personId, now });
  if (!wasUnconfirmed) return false;
  await deleteSecondFactor(tx, personId);
  await endSessions(tx, { personId, except: keepSessionId });
  return true;
}

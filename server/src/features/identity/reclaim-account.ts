import type { Database } from '../../database/database.ts';
import { deleteChoicesOf } from '../messages/index.ts';
import { confirmAddress } from './confirm-email.ts';
import { deleteSecondFactor, endSessions } from './second-factor-store.ts';
import { setPhone } from './store.ts';

/**
 * Confirms the address of somebody who has shown, by an email to it, that it is theirs. If it was unconfirmed, somebody
 * else may have signed up with it before. Then this deletes the second factor, the phone number, the choices of messages,
 * the links for a new password, the sign-ins that wait for a code, and the sessions, except `keepSessionId`, which its
 * owner used for this call. The password stays: a reset replaces it, an accepted invitation does not.
 *
 * @returns whether the address was unconfirmed. If so, the caller ends the calendar feed.
 */
export async function reclaimAccount(
  tx: Database,
  { personId, keepSessionId, now }: { personId: string; keepSessionId?: string | undefined; now: Date },
): Promise<boolean> {
  const wasUnconfirmed = await confirmAddress(tx, { personId, now });
  if (!wasUnconfirmed) return false;
  await deleteSecondFactor(tx, personId);
  await endSessions(tx, { personId, except: keepSessionId });
  // Otherwise text messages about the owner's appointments go to the other person's phone.
  await setPhone(tx, { personId, phone: '', now });
  await deleteChoicesOf(tx, personId);
  return true;
}

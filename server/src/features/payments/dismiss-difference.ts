import type { Database } from '../../database/database.ts';
import { recordAudit } from '../audit/index.ts';
import type { Actor } from './books.ts';
import { publishToAdmins } from './payment-log.ts';
import { insertLogLine, setDismissed } from './payment-store.ts';

/** Dismisses a difference, and records who and why in the payment log. `false`: it is not listed. */
export async function dismissDifference(
  tx: Database,
  { id, by, now }: { id: string; by: Actor; now: Date },
): Promise<boolean> {
  const row = await setDismissed(tx, id, now);
  if (!row) return false;
  const { bookingId, paymentId, provider, transactionId, message } = row;
  const what = `Difference dismissed (${provider} ${transactionId}: ${message}): ${by.reason}`;
  await insertLogLine(tx, { bookingId, paymentId, byName: by.name, what, at: now });
  const detail = `${provider} ${transactionId}: ${message}`;
  await recordAudit(tx, { by, what: 'dismiss-difference', outcome: 'done', detail, now });
  await publishToAdmins(tx, bookingId);
  return true;
}

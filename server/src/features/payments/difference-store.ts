import type { PaymentDifference } from '@openhours/contract/payment.ts';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { paymentDifferences } from '../../database/schema/payments.ts';

type DifferenceRow = typeof paymentDifferences.$inferSelect;

export interface Difference {
  readonly kind: PaymentDifference['kind'];
  readonly via: DifferenceRow['via'];
  readonly provider: string;
  readonly transactionId: string;
  readonly bookingId?: string | null;
  readonly paymentId?: string | null;
  /** A sentence for the admin. */
  readonly message: string;
}

/** Notes a difference, once for as long as it lasts. */
export async function noteDifference(db: Database, difference: Difference, now: Date): Promise<void> {
  await db
    .insert(paymentDifferences)
    .values({ id: uuidv7(), ...difference, seenAt: now })
    .onConflictDoUpdate({
      target: [paymentDifferences.provider, paymentDifferences.transactionId, paymentDifferences.kind],
      targetWhere: isNull(paymentDifferences.goneAt),
      set: { message: difference.message },
    });
}

/** A difference is there no more. */
export async function endDifference(
  db: Database,
  of: { provider: string; transactionId: string; kind: PaymentDifference['kind'] },
  now: Date,
): Promise<void> {
  await db
    .update(paymentDifferences)
    .set({ goneAt: now })
    .where(
      and(
        eq(paymentDifferences.provider, of.provider),
        eq(paymentDifferences.transactionId, of.transactionId),
        eq(paymentDifferences.kind, of.kind),
        isNull(paymentDifferences.goneAt),
      ),
    );
}

/** What differs now, newest first. */
export async function listDifferences(db: Database): Promise<readonly DifferenceRow[]> {
  return db
    .select()
    .from(paymentDifferences)
    .where(isNull(paymentDifferences.goneAt))
    .orderBy(desc(paymentDifferences.id))
    .limit(500);
}

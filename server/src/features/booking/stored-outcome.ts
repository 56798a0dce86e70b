import { and, eq } from 'drizzle-orm';
import type { RequestKey } from '../../call/request-key.ts';
import type { Database } from '../../database/database.ts';
import { idempotencyKeys } from '../../database/schema/requests.ts';
import type { Refusal } from './rules.ts';

/** What became of a request to book. */
export type BookingOutcome =
  | { readonly kind: 'booked'; readonly bookingId: string; readonly reference: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What an earlier request with the same `Idempotency-Key` got, unless its body was another one. */
export type EarlierOutcome =
  | { readonly kind: 'repeated'; readonly outcome: BookingOutcome }
  | { readonly kind: 'key-reused' };

/** The row of a key, as `record_bookings` returns it. */
export interface StoredOutcome {
  readonly requestHash: string;
  readonly outcome: unknown;
}

/** Pure. */
export function readStored({ requestHash, outcome }: StoredOutcome, key: RequestKey): EarlierOutcome {
  if (requestHash !== key.requestHash) return { kind: 'key-reused' };
  // Written by `record_bookings` and `storeRefusal` only.
  return { kind: 'repeated', outcome: outcome as BookingOutcome };
}

/**
 * Stores a refusal, so that a repetition gets it too, even if it could be booked by then. A booking is stored by the
 * statement that makes it (`recordBooking`). Returns what is already stored, if any.
 */
export async function storeRefusal(
  db: Database,
  key: RequestKey,
  refused: Extract<BookingOutcome, { kind: 'refused' }>,
): Promise<EarlierOutcome | undefined> {
  const inserted = await db
    .insert(idempotencyKeys)
    .values({ ...key, outcome: refused })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (inserted.length > 0) return undefined;
  const [stored] = await db
    .select({ requestHash: idempotencyKeys.requestHash, outcome: idempotencyKeys.outcome })
    .from(idempotencyKeys)
    .where(
      and(eq(idempotencyKeys.caller, key.caller), eq(idempotencyKeys.call, key.call), eq(idempotencyKeys.key, key.key)),
    );
  return stored && readStored(stored, key);
}

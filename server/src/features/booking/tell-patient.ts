import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Actor } from '../audit/index.ts';
import { appointmentWords, auditChange } from './audit-change.ts';
import type { BookingRow } from './booking-row.ts';
import type { NotChanged } from './not-changed.ts';
import { type BookingReader, readsAs } from './reader.ts';
import { publishToStaff } from './set-state.ts';
import { lockBooking, setTold } from './store.ts';

type ToldOutcome =
  | Exclude<NotChanged, { code: 'NOT_POSSIBLE' }>
  | { readonly kind: 'done'; readonly booking: BookingRow };

/**
 * Records that a patient who gets no emails knows how an appointment is now, or takes that back. The same a second time
 * changes nothing.
 */
export function tellPatient(
  db: Database,
  change: {
    bookingId: string;
    isTold: boolean;
    /** The version that the caller saw: the patient was told that time, and no other. */
    version: number;
    reader: BookingReader;
    actor: Actor;
  },
): Promise<ToldOutcome> {
  const { bookingId, isTold, version, reader, actor } = change;
  const { now, personId: by } = reader;
  return inTransaction(db, async (tx): Promise<ToldOutcome> => {
    const booking = await lockBooking(tx, bookingId);
    const as = booking && readsAs(booking, reader);
    if (!as || as === 'patient') return { kind: 'refused', code: 'NOT_FOUND' };
    if (booking.version !== version)
      return { kind: 'refused', code: 'CHANGED_MEANWHILE', data: { version: booking.version } };
    if ((booking.toldVersion === version) === isTold) return { kind: 'done', booking };
    await setTold(tx, { bookingId, told: isTold ? { version, at: now, by } : undefined });
    const what = isTold ? 'mark-told' : 'undo-told';
    await auditChange(tx, booking, { by: actor, what, detail: appointmentWords(booking), now });
    await publishToStaff(tx, booking);
    return { kind: 'done', booking: (await lockBooking(tx, bookingId)) ?? booking };
  });
}

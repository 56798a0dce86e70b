import type { ChangedAs } from '@openhours/contract/booking-state.ts';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import type { Caller } from '../../call/caller.ts';
import type { Database } from '../../database/database.ts';
import type { BookingRow } from './booking-row.ts';
import { findBooking } from './queries.ts';

/** The reader and the time, which decide what the reader may do. */
export interface BookingReader extends Pick<Caller, 'personId' | 'isDoctor' | 'isFrontDesk' | 'isAdmin'> {
  readonly now: Date;
  /** The clinic's. */
  readonly timeZone: string;
}

export function readerOf(context: CallContext, { timeZone }: { readonly timeZone: string }): BookingReader {
  const { personId, isDoctor, isFrontDesk, isAdmin } = callerOf(context);
  return { personId, isDoctor, isFrontDesk, isAdmin, now: context.now, timeZone };
}

type BookingRole = Exclude<ChangedAs, 'system'>;
type Theirs = Pick<BookingRow, 'calendarId' | 'patientId'>;

/** In which role somebody reads and changes a booking; `undefined`: they may not see it. */
export function readsAs(booking: Theirs, reader: BookingReader): BookingRole | undefined {
  if (reader.isAdmin || reader.isFrontDesk) return 'clinic';
  // A doctor's options share the doctor's calendar.
  if (reader.isDoctor && booking.calendarId === reader.personId) return 'doctor';
  return booking.patientId === reader.personId ? 'patient' : undefined;
}

/**
 * In which role somebody cancels or moves a booking, or takes or returns money for it at the clinic. Staff are patients of
 * their own appointments: the same limits apply to them, and somebody else takes their money.
 */
export function cancelsAs(booking: Theirs, reader: BookingReader): BookingRole | undefined {
  return booking.patientId === reader.personId ? 'patient' : readsAs(booking, reader);
}

/** The booking, if there is one that the reader may see. */
export async function findBookingFor(db: Database, id: string, reader: BookingReader): Promise<BookingRow | undefined> {
  const booking = await findBooking(db, id);
  return booking && readsAs(booking, reader) ? booking : undefined;
}

/** The booking and the reader's role, if the reader is staff who may see it. */
export async function findBookingForStaff(
  db: Database,
  id: string,
  reader: BookingReader,
): Promise<{ readonly booking: BookingRow; readonly as: 'doctor' | 'clinic' } | undefined> {
  const booking = await findBooking(db, id);
  const as = booking && readsAs(booking, reader);
  return as && as !== 'patient' ? { booking, as } : undefined;
}

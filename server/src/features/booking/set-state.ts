import type { AuditAction } from '@openhours/contract/audit.ts';
import type { BookingState } from '@openhours/contract/booking-state.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Actor } from '../audit/index.ts';
import { listDeskIds } from '../identity/index.ts';
import { publish } from '../live/index.ts';
import { appointmentWords, auditChange } from './audit-change.ts';
import type { BookingRow } from './booking-row.ts';
import type { NotChanged } from './not-changed.ts';
import { payBy } from './pay-by.ts';
import { type BookingReader, readsAs } from './reader.ts';
import { sayWhyNotBecome } from './states.ts';
import { lockBooking, updateState } from './store.ts';

type StateOutcome = NotChanged | { readonly kind: 'done'; readonly booking: BookingRow };

/**
 * Gives an appointment another state, for staff. The same state a second time changes nothing. Cancelling is not a
 * change of state like the others: see `cancelBookingsWith`.
 */
export function setState(
  db: Database,
  change: {
    bookingId: string;
    to: Exclude<BookingState, 'cancelled'>;
    /** The version that the caller saw. */
    version: number;
    reader: BookingReader;
    actor: Actor;
  },
): Promise<StateOutcome> {
  const { bookingId, to, version, reader, actor } = change;
  const { now, timeZone, personId: by } = reader;
  return inTransaction(db, async (tx): Promise<StateOutcome> => {
    const booking = await lockBooking(tx, bookingId);
    const as = booking && readsAs(booking, reader);
    if (!as || as === 'patient') return { kind: 'refused', code: 'NOT_FOUND' };
    if (booking.state === to) return { kind: 'done', booking };
    if (booking.version !== version)
      return { kind: 'refused', code: 'CHANGED_MEANWHILE', data: { version: booking.version } };
    const refusal = await become(tx, booking, { to, by, as, now, timeZone });
    if (refusal !== undefined) return { kind: 'refused', code: 'NOT_POSSIBLE', message: refusal };
    const what = auditedAs(booking, { to, by, now });
    if (what) await auditChange(tx, booking, { by: actor, what, detail: appointmentWords(booking), now });
    await publishToStaff(tx, booking);
    await publish(tx, { to: [booking.patientId], event: { type: 'booking', bookingId } });
    return { kind: 'done', booking: (await lockBooking(tx, bookingId)) ?? booking };
  });
}

/**
 * Arrivals and the later states of a visit are only in the appointment's history, which cannot be changed either: there
 * are hundreds a day, and they would hide the rest of the audit log. A no-show says something about the patient, who may
 * object. An arrival ends the time in which the appointment must be paid or is cancelled: staff who do that for themselves
 * are named, but not refused, because a doctor who works alone has nobody else who could.
 */
function auditedAs(
  booking: BookingRow,
  { to, by, now }: { to: BookingState; by: string; now: Date },
): AuditAction | undefined {
  if (to === 'no-show') return 'mark-no-show';
  if (booking.state === 'no-show') return 'undo-no-show';
  return booking.patientId === by && payBy(booking, now) ? 'mark-own-arrival' : undefined;
}

/** Gives a booking another state, or returns why not. Must run while the booking is locked. */
export async function become(
  tx: Database,
  booking: BookingRow,
  change: { to: BookingState; by: string; as: 'doctor' | 'clinic'; now: Date; timeZone: string },
): Promise<string | undefined> {
  const { to, by, as, now, timeZone } = change;
  const why = sayWhyNotBecome(to, booking, { as, now, timeZone });
  if (why) return why;
  await updateState(tx, { bookingId: booking.id, state: to, by, as, reason: undefined, now });
  return undefined;
}

/** Open agendas of the appointment's doctor, the front desk and admins show its day again. */
export async function publishToStaff(
  tx: Database,
  { day, calendarId }: { day: string; calendarId: string },
): Promise<void> {
  const to = [calendarId, ...(await listDeskIds(tx))];
  await publish(tx, { to, event: { type: 'agenda', date: mediumDateFromIso(day) } });
}

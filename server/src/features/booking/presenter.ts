import type { Booking, CancellationPreview, CancelledSeries } from '@openhours/contract/booking.ts';
import type { BookingCan, BookingVersion } from '@openhours/contract/booking-state.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { CallContext } from '../../call/call-context.ts';
import { emailsTo, showPhone } from '../identity/index.ts';
import { dateAt } from '../schedule/index.ts';
import type { BookingRow } from './booking-row.ts';
import type { CancelledTogether, PossibleCancellation } from './cancel-appointment.ts';
import { payBy } from './pay-by.ts';
import { type BookingReader, cancelsAs, readerOf, readsAs } from './reader.ts';
import { presentRefund } from './refund-money.ts';
import { bookedPrice, freeUntil, whyNotMove } from './rules.ts';
import { type BookingMoment, isWaiting, statesAhead, whyNotBecome } from './states.ts';

/** Presents bookings to the caller. */
export function presenterFor(
  context: CallContext,
  clinic: { readonly timeZone: string },
): (row: BookingRow) => Booking {
  const reader = readerOf(context, clinic);
  return (row) => presentBooking(row, reader);
}

/** A booking as its patient and staff see it. */
export function presentBooking(row: BookingRow, reader: BookingReader): Booking {
  const until = payBy(row, reader.now);
  const as = readsAs(row, reader);
  const isStaff = as !== undefined && as !== 'patient';
  return {
    _id: row.id,
    reference: row.reference,
    patient: row.patientName,
    ...(isStaff && row.dateOfBirth !== null ? { dateOfBirth: row.dateOfBirth } : {}),
    isForSomebodyElse: row.treatedId !== row.patientId,
    email: row.email,
    emails: emailsTo(row.addressee),
    phone: showPhone(row.phone),
    visitReason: row.visitReason,
    treatment: row.treatmentName,
    ...(row.treatmentNow === row.treatmentName ? {} : { treatmentNow: row.treatmentNow }),
    ...(row.doctorName === null ? {} : { doctorName: row.doctorName }),
    ...(row.doctorPhoto === null ? {} : { doctorPhoto: row.doctorPhoto }),
    appointmentDate: mediumDateFromIso(row.day),
    slot: slotLabel(row),
    startsAt: row.startsAt.toISOString(),
    minutes: row.minutes,
    price: priceOf(bookedPrice(row)),
    currency: row.currency,
    paid: row.paid,
    ...(row.earlierPayment === null ? {} : { earlierPayment: row.earlierPayment }),
    ...(isStaff && row.disputed ? { disputed: true } : {}),
    ...(isStaff && row.refundDue ? { refundDue: true } : {}),
    ...(isStaff && row.hasPayments ? { hasPayments: true } : {}),
    state: row.state,
    version: row.version,
    history: [...row.pastVersions, { ...row, changedAt: row.changedAt.toISOString() }].map((version) =>
      presentVersion(version, { reader, isNamed: isStaff }),
    ),
    can: canOf(row, reader),
    ...(row.state === 'cancelled' && row.changeReason !== null ? { cancelReason: row.changeReason } : {}),
    ...(row.lateMinutes !== null && isWaiting(row) && isToday(row, reader) ? { lateMinutes: row.lateMinutes } : {}),
    bookedAt: row.bookedAt.toISOString(),
    ...(isStaff && row.toldVersion !== null && row.toldAt !== null
      ? { told: { version: row.toldVersion, at: row.toldAt.toISOString(), by: row.toldByName ?? '' } }
      : {}),
    ...(row.confirmedAt === null ? {} : { confirmedAt: row.confirmedAt.toISOString() }),
    ...(until === undefined ? {} : { payBy: until.toISOString() }),
    ...(row.priceMinor > 0 && row.state === 'booked' ? { freeUntil: freeUntil(row).toISOString() } : {}),
  };
}

function isToday({ day }: { readonly day: string }, { now, timeZone }: BookingReader): boolean {
  return day === dateAt(now, timeZone);
}

/** Staff read the name of who made the change, patients their role. */
function presentVersion(
  version: BookingRow['pastVersions'][number],
  { reader, isNamed }: { reader: BookingReader; isNamed: boolean },
): BookingVersion {
  const { changedAt, changedAs, changedBy, changedByName, changeReason, state, day, doctorName } = version;
  return {
    at: new Date(changedAt).toISOString(),
    as: changedAs,
    byReader: changedBy === reader.personId,
    ...(isNamed && changedByName !== null ? { by: changedByName } : {}),
    ...(changeReason === null ? {} : { reason: changeReason }),
    state,
    appointmentDate: mediumDateFromIso(day),
    slot: slotLabel(version),
    ...(doctorName === null ? {} : { doctorName }),
  };
}

/** The facts about a booking that decide what somebody may do with it. */
type Judged = BookingMoment &
  Pick<
    BookingRow,
    | 'calendarId'
    | 'patientId'
    | 'version'
    | 'freeCancellationHours'
    | 'freeAtLeastUntil'
    | 'priceMinor'
    | 'paid'
    | 'earlierPayment'
    | 'isOffered'
  >;

/** What somebody may do with a booking now. */
export function canOf(row: Judged, reader: BookingReader): BookingCan {
  const as = readsAs(row, reader);
  if (as === undefined) return { cancel: false, move: false, takePayment: false, become: [] };
  const change = { as, now: reader.now, timeZone: reader.timeZone };
  const patientOrStaff = cancelsAs(row, reader) ?? as;
  return {
    cancel: whyNotBecome('cancelled', row, { ...change, as: patientOrStaff }) === undefined,
    move: whyNotMove(row, { ...change, as: patientOrStaff }) === undefined,
    takePayment:
      patientOrStaff !== 'patient' &&
      row.state !== 'cancelled' &&
      row.priceMinor > 0 &&
      (!row.paid || row.earlierPayment !== null),
    become: as === 'patient' ? [] : statesAhead(row, change).filter((state) => state !== 'cancelled'),
  };
}

export function presentPreview({
  refund,
  freeUntil: until,
  message,
  needsReason,
}: PossibleCancellation): CancellationPreview {
  return { refund: presentRefund(refund), freeUntil: until.toISOString(), message, needsReason };
}

export function presentCancelledSeries({ cancelled, skipped, refunds }: CancelledTogether): CancelledSeries {
  return {
    cancelled: [...cancelled],
    skipped: skipped.map(({ id, message }) => ({ _id: id, message })),
    refunds: refunds.map(presentRefund),
  };
}

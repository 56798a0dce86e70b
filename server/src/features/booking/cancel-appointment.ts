import type { FreeSlot } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Actor } from '../audit/index.ts';
import { dateAt, findDay } from '../schedule/index.ts';
import { appointmentWords, auditChange } from './audit-change.ts';
import type { CancelBookings } from './cancel-bookings.ts';
import { nearestFreeSlots } from './nearest-free-slots.ts';
import type { NotChanged, NotPossible } from './not-changed.ts';
import { type BookingRow, findBooking, findMoneyOf } from './queries.ts';
import { type BookingReader, cancelsAs } from './reader.ts';
import { noMoney, type RefundMoney } from './refund-money.ts';
import { cancellationMessage, chosenAt, freeUntil, refundOf } from './rules.ts';
import { sayWhyNotBecome } from './states.ts';
import { lockBooking } from './store.ts';

type CancellationOutcome =
  | NotChanged
  | Refused<'REASON_MISSING'>
  | {
      readonly kind: 'cancelled';
      readonly booking: BookingRow;
      readonly refund: RefundMoney;
      /** Free slots for staff to offer instead. */
      readonly nearest: readonly FreeSlot[];
    };

export interface PossibleCancellation {
  readonly refund: RefundMoney;
  readonly freeUntil: Date;
  readonly message: string;
  readonly needsReason: boolean;
}

type PreviewOutcome = NotPossible | (PossibleCancellation & { readonly kind: 'possible' });

/** What happens if the reader cancels an appointment now. */
export async function previewCancellation(
  db: Database,
  { bookingId, reader }: { bookingId: string; reader: BookingReader },
): Promise<PreviewOutcome> {
  const booking = await findBooking(db, bookingId);
  const as = booking && cancelsAs(booking, reader);
  if (!as) return { kind: 'refused', code: 'NOT_FOUND' };
  const why = sayWhyNotBecome('cancelled', booking, { ...reader, as });
  if (why) return { kind: 'refused', code: 'NOT_POSSIBLE', message: why };
  const { left, isBeingPaid, isDisputed } = await findMoneyOf(db, booking);
  const terms = { as, left, isBeingPaid, isDisputed, now: reader.now };
  return {
    kind: 'possible',
    refund: refundOf(booking, terms) === 'full' ? left : noMoney(left.currency),
    freeUntil: freeUntil(booking),
    message: cancellationMessage({ ...booking, chosenAt: chosenAt(booking) }, { ...terms, timeZone: reader.timeZone }),
    needsReason: as !== 'patient',
  };
}

/**
 * Cancels an appointment for its patient or for staff; a second call answers the same. The booking is locked first: every
 * decision about its state and its money takes this lock.
 */
export async function cancelAppointment(
  db: Database,
  {
    bookingId,
    reason,
    version,
    reader,
    actor,
    cancelBookings,
  }: {
    bookingId: string;
    reason: string | undefined;
    /** The version that the caller saw, if it says so. */
    version: number | undefined;
    reader: BookingReader;
    /** The caller. Left out where the caller cannot be staff. */
    actor?: Actor;
    cancelBookings: CancelBookings;
  },
): Promise<CancellationOutcome> {
  const { now, personId: by } = reader;
  const outcome = await inTransaction(db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const as = booking && cancelsAs(booking, reader);
    if (!as) return { kind: 'refused', code: 'NOT_FOUND' } as const;
    if (booking.state === 'cancelled') return { kind: 'cancelled', booking, as } as const;
    if (version !== undefined && booking.version !== version) {
      return { kind: 'refused', code: 'CHANGED_MEANWHILE', data: { version: booking.version } } as const;
    }
    const why = sayWhyNotBecome('cancelled', booking, { ...reader, as });
    if (why) return { kind: 'refused', code: 'NOT_POSSIBLE', message: why } as const;
    if (as !== 'patient' && !reason) return { kind: 'refused', code: 'REASON_MISSING' } as const;
    await cancelBookings(tx, {
      which: { lockedIds: [bookingId] },
      by,
      as,
      reason: reason || (booking.treatedId === booking.patientId ? BY_PATIENT : BY_ACCOUNT),
      now,
    });
    if (as !== 'patient' && actor) {
      const detail = appointmentWords(booking);
      await auditChange(tx, booking, { by: actor, what: 'cancel-appointment', detail, now });
    }
    return { kind: 'cancelled', booking: (await lockBooking(tx, bookingId)) ?? booking, as } as const;
  });
  if (outcome.kind === 'refused') return outcome;
  const { booking, as } = outcome;
  const { refunded } = await findMoneyOf(db, booking);
  return {
    kind: 'cancelled',
    booking,
    refund: refunded,
    nearest: as === 'patient' ? [] : await insteadOf(db, booking, reader),
  };
}

const BY_PATIENT = 'The patient cancelled it.';
const BY_ACCOUNT = 'Whoever booked it cancelled it.';

/** The nearest free slots of the treatment, from today on, without the one that was just cancelled. */
async function insteadOf(
  db: Database,
  booking: BookingRow,
  { now, timeZone }: BookingReader,
): Promise<readonly FreeSlot[]> {
  const today = dateAt(now, timeZone);
  const { day, treatmentNow: treatment, startMinute, optionId } = booking;
  const date = day < today ? today : day;
  const look = (date: string) => findDay(db, { date, now });
  const nearest = await nearestFreeSlots(look, { treatment, date, nearMinute: startMinute, now });
  const [cancelledDate, cancelledSlot] = [mediumDateFromIso(day), slotLabel(booking)];
  return nearest.filter(
    (free) => free.optionId !== optionId || free.appointmentDate !== cancelledDate || free.slot !== cancelledSlot,
  );
}

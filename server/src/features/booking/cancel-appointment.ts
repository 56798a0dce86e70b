import type { FreeSlot } from '@openhours/contract/booking.ts';
import type { ChangedAs } from '@openhours/contract/booking-state.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Actor } from '../audit/index.ts';
import { dateAt, findDay } from '../schedule/index.ts';
import { appointmentWords, auditChange } from './audit-change.ts';
import type { BookingRow } from './booking-row.ts';
import type { CancelBookings } from './cancel-bookings.ts';
import { findMoneyOf, listMoneyOf } from './money-queries.ts';
import { nearestFreeSlots } from './nearest-free-slots.ts';
import type { NotChanged, NotPossible } from './not-changed.ts';
import { findBooking } from './queries.ts';
import { type BookingReader, cancelsAs } from './reader.ts';
import { type MoneyOfBooking, noMoney, type RefundMoney, sumRefunds } from './refund-money.ts';
import { cancellationMessage, chosenAt, freeUntil, refundOf } from './rules.ts';
import { type JudgedSeries, judgeSeries, type WantedToo } from './series-rules.ts';
import { sayWhyNotBecome } from './states.ts';
import { lockBooking, lockInSeries } from './store.ts';

type CancellationOutcome =
  | NotChanged
  | Refused<'REASON_MISSING'>
  | {
      readonly kind: 'cancelled';
      readonly booking: BookingRow;
      readonly refund: RefundMoney;
      /** Free slots for staff to offer instead. */
      readonly nearest: readonly FreeSlot[];
      readonly series: CancelledTogether;
    };

/** What became of an appointment and of others that were to be cancelled with it. */
export interface CancelledTogether extends Pick<JudgedSeries, 'skipped'> {
  readonly cancelled: readonly string[];
  /** The sum for each currency. */
  readonly refunds: readonly RefundMoney[];
}

export interface PossibleCancellation {
  readonly refund: RefundMoney;
  readonly freeUntil: Date;
  readonly message: string;
  readonly needsReason: boolean;
}

type PreviewOutcome =
  | NotPossible
  | (PossibleCancellation & { readonly kind: 'possible'; readonly booking: BookingRow });

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
  const money = await findMoneyOf(db, booking);
  return { kind: 'possible', booking, ...possibleCancellation(booking, { ...money, as, reader }) };
}

/** The same for an appointment that can be cancelled. Pure. */
export function possibleCancellation(
  booking: BookingRow,
  { reader, ...money }: Omit<MoneyOfBooking, 'refunded'> & { as: ChangedAs; reader: BookingReader },
): PossibleCancellation {
  const { as, left } = money;
  const terms = { ...money, now: reader.now };
  return {
    refund: refundOf(booking, terms) === 'full' ? left : noMoney(left.currency),
    freeUntil: freeUntil(booking),
    message: cancellationMessage({ ...booking, chosenAt: chosenAt(booking) }, { ...terms, timeZone: reader.timeZone }),
    needsReason: as !== 'patient',
  };
}

/**
 * Cancels an appointment for its patient or for staff, and others of its series with it; a second call answers the same. The
 * bookings are locked first: every decision about their state and their money takes this lock.
 */
export async function cancelAppointment(
  db: Database,
  {
    bookingId,
    reason,
    version,
    also = [],
    reader,
    actor,
    cancelBookings,
  }: {
    bookingId: string;
    reason: string | undefined;
    /** The version that the caller saw, if it says so. */
    version: number | undefined;
    /** Those of its series that are cancelled too, if they can be. */
    also?: readonly WantedToo[] | undefined;
    reader: BookingReader;
    /** The caller. Left out where the caller cannot be staff. */
    actor?: Actor;
    cancelBookings: CancelBookings;
  },
): Promise<CancellationOutcome> {
  const { now, personId: by } = reader;
  const outcome = await inTransaction(db, async (tx) => {
    const locked = await lockInSeries(tx, { id: bookingId, otherIds: also.map(({ id }) => id) });
    // A UUID in a URL may be written in capitals.
    const booking = locked.find(({ id }) => id === bookingId.toLowerCase());
    const as = booking && cancelsAs(booking, reader);
    if (!as) return { kind: 'refused', code: 'NOT_FOUND' } as const;
    const isGone = booking.state === 'cancelled';
    if (!isGone && version !== undefined && booking.version !== version) {
      return { kind: 'refused', code: 'CHANGED_MEANWHILE', data: { version: booking.version } } as const;
    }
    const why = isGone ? undefined : sayWhyNotBecome('cancelled', booking, { ...reader, as });
    if (why) return { kind: 'refused', code: 'NOT_POSSIBLE', message: why } as const;
    const { going, gone, skipped } = judgeSeries(
      also.filter(({ id }) => id !== booking.id),
      { locked, reader },
    );
    const cancelled = { kind: 'cancelled', others: [...gone, ...going], skipped, as } as const;
    const toCancel = [...(isGone ? [] : [booking]), ...going];
    if (toCancel.length === 0) return { ...cancelled, booking };
    if (as !== 'patient' && !reason) return { kind: 'refused', code: 'REASON_MISSING' } as const;
    // The whole series is under one account, so the caller has the same role for all of it.
    await cancelBookings(tx, {
      which: { lockedIds: toCancel.map(({ id }) => id) },
      by,
      as,
      reason: reason || (booking.treatedId === booking.patientId ? BY_PATIENT : BY_ACCOUNT),
      now,
    });
    if (as !== 'patient' && actor) {
      for (const one of toCancel) {
        await auditChange(tx, one, { by: actor, what: 'cancel-appointment', detail: appointmentWords(one), now });
      }
    }
    return { ...cancelled, booking: (await lockBooking(tx, bookingId)) ?? booking };
  });
  if (outcome.kind === 'refused') return outcome;
  const { booking, others, skipped, as } = outcome;
  const all = [booking, ...others];
  const refunds = (await listMoneyOf(db, all)).map(({ refunded }) => refunded);
  return {
    kind: 'cancelled',
    booking,
    refund: refunds[0] ?? noMoney(booking.currency),
    nearest: as === 'patient' ? [] : await insteadOf(db, booking, reader),
    series: { cancelled: all.map(({ id }) => id), skipped, refunds: sumRefunds(refunds) },
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

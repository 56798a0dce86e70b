import { priceOf } from '@openhours/contract/money.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Actor } from '../audit/index.ts';
import { lockInRole } from '../identity/index.ts';
import { queueMessage } from '../messages/index.ts';
import type { OpenOption } from '../schedule/index.ts';
import { whenAndWith } from './appointment-facts.ts';
import { auditChange } from './audit-change.ts';
import { readPlan } from './book-slot.ts';
import { lockOpenOption, moveBooking } from './booked-time-store.ts';
import type { BookingRow } from './booking-row.ts';
import { type Choice, chooseSlot, takeFirst, timeColumns } from './choose-slot.ts';
import { findClosedOptionOf } from './closed-option.ts';
import { paymentDue } from './mail-payment-due.ts';
import type { NotChanged } from './not-changed.ts';
import { payByAtNewTime } from './pay-by.ts';
import { countMovesByPatient, findBooking, findBookingOfDay } from './queries.ts';
import { type BookingReader, cancelsAs } from './reader.ts';
import {
  bookedPrice,
  CONSTRAINT_MEANS,
  chosenAt,
  freeUntil,
  MOST_MOVES_AN_HOUR,
  type Refusal,
  type Wanted,
  whyNotMove,
} from './rules.ts';
import { changeColumns, lockBooking, lockForBooking } from './store.ts';

/** The wanted time. `date` is 'YYYY-MM-DD'; `optionId` is `undefined` for any doctor of the treatment. */
interface MoveRequest {
  readonly date: string;
  readonly slot: string;
  readonly optionId?: string | undefined;
  /** The price that the patient agreed to; the one of the booking by default. */
  readonly price?: number | undefined;
  readonly currency?: string | undefined;
}

/** An appointment before and after a move. */
export interface Move {
  readonly before: BookingRow;
  readonly after: BookingRow;
  /** Who moved it. */
  readonly by: string;
  readonly now: Date;
}

/** Runs for every move, in its transaction. If it fails, nothing is moved. */
type MoveFollower = (tx: Database, move: Move) => Promise<void>;

const MOVED_TOO_OFTEN = `You have moved appointments ${MOST_MOVES_AN_HOUR} times in the last hour. Please try again later, or call the clinic.`;

type MoveOutcome =
  | { readonly kind: 'moved'; readonly booking: BookingRow }
  | NotChanged
  | {
      readonly kind: 'slot-refused';
      readonly refusal: Refusal;
      /** `treated` is the name of the person treated, if they are not the reader. */
      readonly wanted: Wanted & { readonly treated?: string };
    };

/**
 * Moves an appointment for its patient or for staff, or says why not; then it stays as it is. As for a booking, whether the
 * time is free is decided when the calendar is locked.
 */
export type MoveAppointment = (
  db: Database,
  move: {
    bookingId: string;
    request: MoveRequest;
    /** The version that the caller saw, if it says so. */
    version: number | undefined;
    reader: BookingReader;
    /** The caller. Left out where the caller cannot be staff. */
    actor?: Actor;
    /** To whom the time may be offered, if not to the reader. */
    holderId?: string;
  },
) => Promise<MoveOutcome>;

/** @param followers run in this order; registered in `services.ts` */
export function moveAppointmentWith(followers: readonly MoveFollower[]): MoveAppointment {
  return (db, { bookingId, request, version, reader, actor, holderId }) =>
    inTransaction(db, async (tx): Promise<MoveOutcome> => {
      const { now, personId: by } = reader;
      const found = await findBooking(tx, bookingId);
      if (!found || !cancelsAs(found, reader)) return { kind: 'refused', code: 'NOT_FOUND' };
      // Before the lock of the booking, in the order in which booking takes them.
      await lockForBooking(tx, found.patientId);
      const booking = (await lockBooking(tx, bookingId)) ?? found;
      const as = cancelsAs(booking, reader);
      if (!as) return { kind: 'refused', code: 'NOT_FOUND' };
      // That it was cancelled says more than that it has changed.
      if (version !== undefined && booking.version !== version && booking.state !== 'cancelled') {
        return { kind: 'refused', code: 'CHANGED_MEANWHILE', data: { version: booking.version } };
      }
      const message = whyNotMove({ ...booking, chosenAt: chosenAt(booking) }, { ...reader, as });
      if (message !== undefined) return { kind: 'refused', code: 'NOT_POSSIBLE', message };
      if (as === 'patient' && (await movesTooOften(tx, booking.patientId, now))) {
        return { kind: 'refused', code: 'NOT_POSSIBLE', message: MOVED_TOO_OFTEN };
      }

      const { treatmentNow: treatment } = booking;
      const isReaders = as === 'patient' && booking.treatedId === booking.patientId;
      const wanted = { ...request, treatment, ...(!isReaders && { treated: booking.patientName }) };
      const choice = await chooseTime(tx, { booking, treatment, request, isStaff: as !== 'patient', now });
      if ('code' in choice) return { kind: 'slot-refused', refusal: choice, wanted };
      const moved = await takeTime(tx, {
        booking,
        date: request.date,
        choice,
        keepsPrice: as !== 'patient',
        change: { by, as, now },
        holderId: holderId ?? by,
      });
      if (moved !== undefined) return { kind: 'slot-refused', refusal: moved, wanted };
      const after = (await lockBooking(tx, bookingId)) ?? booking;
      if (after.version === booking.version) return { kind: 'moved', booking };
      if (after.payBy && after.payBy.getTime() !== booking.payBy?.getTime()) {
        const { patientId, payBy } = after;
        await queueMessage(tx, paymentDue({ bookingId, patientId, payBy, now }));
      }
      for (const follow of followers) await follow(tx, { before: booking, after, by, now });
      if (as !== 'patient' && actor) {
        const detail = moveWords(booking, after);
        await auditChange(tx, booking, { by: actor, what: 'move-appointment', detail, now });
      }
      return { kind: 'moved', booking: after };
    });
}

async function movesTooOften(tx: Database, patientId: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - 3_600_000);
  return (await countMovesByPatient(tx, { patientId, since })) >= MOST_MOVES_AN_HOUR;
}

/** 'Cardiology, 7K3MQ2: from Jan 8, 2024, 09:00 AM - 09:30 AM, with Dr. Dora Doctor to Jan 9, 2024, …' */
function moveWords(before: BookingRow, after: BookingRow): string {
  const { treatmentName, reference } = before;
  return `${treatmentName}, ${reference}: from ${whenAndWith(before)} to ${whenAndWith(after)}`;
}

/**
 * The doctors who offer the wanted time, the present one first. Staff may choose it until it ends, and also the present doctor
 * if the treatment can no longer be booked with them.
 */
async function chooseTime(
  tx: Database,
  of: { booking: BookingRow; treatment: string; request: MoveRequest; isStaff: boolean; now: Date },
): Promise<Choice | Refusal> {
  const { booking, treatment, request, isStaff, now } = of;
  const { price = priceOf(bookedPrice(booking)), currency } = request;
  const agreed = isStaff ? undefined : { price, currency: request.price === undefined ? booking.currency : currency };
  const closed = isStaff ? await lockClosedOption(tx, booking) : undefined;
  const also = closed ? [closed] : [];
  const choice = chooseSlot(await readPlan(tx, { treatment, date: request.date, also }), {
    request: { ...request, agreed },
    inTimeFor: isStaff ? 'staff' : 'patients',
    now,
  });
  if ('code' in choice) return choice;
  const isPresent = (option: OpenOption) => (option.optionId === booking.optionId ? 0 : 1);
  return choice.toSorted((a, b) => isPresent(a.option) - isPresent(b.option));
}

/** Its doctor stays one until this transaction ends. */
async function lockClosedOption(tx: Database, booking: BookingRow): Promise<OpenOption | undefined> {
  const option = await findClosedOptionOf(tx, booking);
  if (!option) return undefined;
  // A doctor's options share the doctor's calendar.
  const hasDoctor = option.calendarId !== option.optionId;
  return !hasDoctor || (await lockInRole(tx, { personId: option.calendarId, role: 'isDoctor' })) ? option : undefined;
}

/** Gives the booking the first of these times that is free. */
async function takeTime(
  tx: Database,
  of: {
    booking: BookingRow;
    date: string;
    choice: Choice;
    keepsPrice: boolean;
    change: { by: string; as: Exclude<ReturnType<typeof cancelsAs>, undefined>; now: Date };
    holderId: string;
  },
): Promise<Refusal | undefined> {
  const { booking, date, choice, keepsPrice, change, holderId } = of;
  const { id, patientId, treatedId, treatmentId } = booking;
  return takeFirst(choice, async (chosen) => {
    const { option, slot } = chosen;
    const { optionId, price } = option;
    if (optionId === booking.optionId && slot.from === booking.startsAt.getTime()) return undefined;
    const evenIfClosed = change.as !== 'patient' && optionId === booking.optionId;
    if (!(await lockOpenOption(tx, { optionId, patientId, treatedId, evenIfClosed }))) return 'closed';
    const time = timeColumns(chosen, date);
    const priceMinor = keepsPrice ? booking.priceMinor : price.minor;
    const refused = await moveBooking(
      tx,
      {
        id,
        ...time,
        ...(!keepsPrice && { priceMinor: price.minor, currency: price.currency }),
        // A patient has agreed to the terms of the new time.
        freeAtLeastUntil: change.as === 'patient' ? null : freeUntil(booking),
        payBy: payByAtNewTime(booking, { priceMinor, startsAt: time.startsAt, as: change.as, now: change.now }),
        ...changeColumns({ ...change, reason: undefined }),
      },
      { holderId, now: change.now },
    );
    if (refused === undefined) return undefined;
    if (CONSTRAINT_MEANS[refused] === 'ELSEWHERE') return { code: 'ELSEWHERE' } as const;
    if (CONSTRAINT_MEANS[refused] !== 'ALREADY_BOOKED') return 'taken';
    const already = await findBookingOfDay(tx, { treatedId, treatmentId, date });
    return { code: 'ALREADY_BOOKED', bookingId: already?.id ?? id } as const;
  });
}

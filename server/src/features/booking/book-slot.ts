import { v7 as uuidv7 } from 'uuid';
import type { RequestKey } from '../../call/request-key.ts';
import type { Database } from '../../database/database.ts';
import type { Message } from '../messages/index.ts';
import {
  type ClinicRules,
  findTimetable,
  listOptionsOfTreatment,
  type OpenOption,
  type SchedulePlan,
} from '../schedule/index.ts';
import { type KnownSchedule, takeByPlan } from './booking-plan.ts';
import { type Choice, chooseSlot, type SlotRequest, takeFirst, timeColumns } from './choose-slot.ts';
import { paymentDue } from './mail-payment-due.ts';
import { newBookingMail, type WantingStaff } from './mail-staff.ts';
import { payByAfter } from './pay-by.ts';
import { findBookingOfDay } from './queries.ts';
import { type BookingToRecord, type RecordedBooking, recordBooking } from './record-booking.ts';
import { CONSTRAINT_MEANS, type Refusal, refuseUnconfirmed } from './rules.ts';
import { changeColumns, lockForBooking } from './store.ts';
import type { EarlierOutcome } from './stored-outcome.ts';

/** Under whose account the appointment is, and whom it is for. */
export interface Patient {
  readonly personId: string;
  readonly name: string;
  /** Empty for somebody without an account. */
  readonly email: string;
  /** Whether they have confirmed it. Only matters if they book for themselves; missing means no. */
  readonly emailVerified?: boolean;
  /** Who is treated, if it is somebody whom they look after. */
  readonly treated?: { readonly personId: string; readonly name: string };
}

interface BookedSlot {
  readonly request: SlotRequest;
  readonly patient: Patient;
  readonly now: Date;
  /**
   * Whoever books, if not the patient. Staff take the money at the clinic, and book at any notice: also a slot that has
   * begun, until it ends.
   */
  readonly bookedBy?: { readonly id: string; readonly as: 'doctor' | 'clinic' };
  /** To whom the slot may be offered, if not to whoever books. */
  readonly holderId?: string;
  /** The series that it is one of. */
  readonly seriesId?: string;
}

type SlotOutcome = { readonly code: 'BOOKED'; readonly bookingId: string; readonly reference: string };

/** A request with an `Idempotency-Key` was answered before. */
interface AnsweredBefore {
  readonly code: 'ANSWERED_BEFORE';
  readonly earlier: EarlierOutcome;
}

/**
 * Books a slot for a patient, or says why not. It does not look whether the slot is free: `recordBooking` does, after it has
 * locked the calendar, for any number of patients and servers at once. Must run in a transaction
 * that is retried after a deadlock. The caller tells the staff.
 */
export async function bookSlot(tx: Database, slot: BookedSlot): Promise<SlotOutcome | Refusal> {
  await lockForBooking(tx, slot.patient.personId);
  const plan = await readPlan(tx, slot.request);
  const choice = chooseFor(slot, plan);
  if ('code' in choice) return choice;
  const { rules } = plan.timetable;
  const outcome = await take(tx, { ...slot, choice, rules, record: (booking) => recordBooking(tx, booking) });
  if (outcome === 'changed' || outcome.code === 'ANSWERED_BEFORE') {
    throw new Error('A booking without a known plan and a key was compared with one');
  }
  return outcome;
}

/**
 * The same from what this node knows, in one statement without a transaction, with the emails to staff, and at most once per
 * `Idempotency-Key`.
 */
export function bookKnownSlot(
  db: Database,
  {
    known,
    ...slot
  }: BookedSlot & {
    known: KnownSchedule;
    key: RequestKey | undefined;
    /** Records bookings from known plans. */
    record: RecordBooking;
  },
): Promise<SlotOutcome | Refusal | AnsweredBefore> {
  return takeByPlan(known, {
    choose: ({ options, timetable }) =>
      chooseFor(slot, { options: options.filter(({ treatment }) => treatment === slot.request.treatment), timetable }),
    take: (choice, { staff, snapshot, timetable: { rules } }) => take(db, { ...slot, choice, rules, staff, snapshot }),
  });
}

type RecordBooking = (booking: BookingToRecord) => Promise<RecordedBooking>;

/** The slots to try for whoever books, or why there is none. */
function chooseFor(
  { request, patient, bookedBy, now }: BookedSlot,
  plan: Pick<SchedulePlan, 'options' | 'timetable'>,
): Choice | Refusal {
  if (bookedBy) return chooseSlot(plan, { request, inTimeFor: 'staff', now });
  return refuseUnconfirmed(patient, plan.timetable.rules) ?? chooseSlot(plan, { request, inTimeFor: 'patients', now });
}

/** Books the first of these times that is free. 'changed': the plan is out of date. */
async function take(
  db: Database,
  from: BookedSlot & {
    choice: Choice;
    rules: ClinicRules;
    record: RecordBooking;
    key?: RequestKey | undefined;
    staff?: readonly WantingStaff[];
    snapshot?: string;
  },
): Promise<SlotOutcome | Refusal | AnsweredBefore | 'changed'> {
  const { request, patient, now, bookedBy, holderId = bookedBy?.id, seriesId } = from;
  const { choice, key, staff = [], snapshot } = from;
  const rules: ClinicRules = { ...from.rules, ...(bookedBy && { payment: 'at-clinic' }) };
  const { id: by, as } = bookedBy ?? ({ id: patient.personId, as: 'patient' } as const);
  const limit = rules.maxUnpaidBookings;
  const bookingId = uuidv7();
  return takeFirst(choice, async (chosen) => {
    const { option } = chosen;
    const booking = {
      ...newBooking({ bookingId, chosen, request, patient, rules, seriesId, now }),
      ...changeColumns({ by, as, reason: undefined, now }),
    };
    const recorded = await from.record({
      booking,
      holderId,
      mostUnpaid: limit,
      planned: snapshot,
      messages: [
        ...(patient.email === '' ? [] : messagesAbout(booking, { isOwn: bookedBy === undefined, now })),
        ...newBookingMail({ bookings: [booking], staff, by, now }),
      ],
      key,
    });
    if ('earlier' in recorded) return { code: 'ANSWERED_BEFORE', ...recorded } as const;
    if ('reference' in recorded) return { code: 'BOOKED', bookingId, reference: recorded.reference } as const;

    const { against } = recorded;
    if (against === 'changed' || against === 'closed') return against;
    if (against !== 'unpaid' && CONSTRAINT_MEANS[against] === 'ELSEWHERE') return { code: 'ELSEWHERE' } as const;
    // A second submit finds the time taken too, by the first one.
    const { treatedId, treatmentId, day: date } = booking;
    const already = await findBookingOfDay(db, { treatedId, treatmentId, date });
    if (already) return { code: 'ALREADY_BOOKED', bookingId: already.id } as const;
    const isFree = option.price.minor === 0;
    return against === 'unpaid' ? ({ code: 'TOO_MANY_UNPAID', limit, isFree } as const) : 'taken';
  });
}

/**
 * The open options of a treatment and the timetable of a day. They stay as they are until the transaction ends, if it has
 * the lock (`lockForBooking`).
 *
 * @param of.also other options
 */
export async function readPlan(
  tx: Database,
  { treatment, date, also = [] }: { treatment: string; date: string; also?: readonly OpenOption[] },
): Promise<Pick<SchedulePlan, 'options' | 'timetable'>> {
  const options = [...(await listOptionsOfTreatment(tx, treatment)), ...also];
  const calendarIds = options.map(({ calendarId }) => calendarId);
  return { options, timetable: await findTimetable(tx, { first: date, last: date, calendarIds }) };
}

/**
 * The emails to a patient about a new booking. If somebody else books for the patient, the caller queues the confirmation: one
 * email about all appointments that were booked together.
 */
function messagesAbout(
  { id: bookingId, patientId, payBy }: ReturnType<typeof newBooking>,
  { isOwn, now }: { isOwn: boolean; now: Date },
): readonly Message[] {
  const about = { bookingIds: bookingId, by: 'patient' };
  return [
    ...(isOwn ? [{ kind: 'appointment-booked', personId: patientId, about, now } as const] : []),
    ...(payBy ? [paymentDue({ bookingId, patientId, payBy, now })] : []),
  ];
}

function newBooking(from: {
  bookingId: string;
  chosen: Choice[number];
  request: SlotRequest;
  patient: Patient;
  rules: ClinicRules;
  seriesId: string | undefined;
  now: Date;
}) {
  const { bookingId, chosen, request, patient, rules, seriesId = null, now } = from;
  const { option } = chosen;
  const treated = patient.treated ?? patient;
  const time = timeColumns(chosen, request.date);
  const { payWithinMinutes } = rules;
  const mustPay = rules.payment === 'at-booking' && option.price.minor > 0;
  const until = mustPay ? payByAfter({ now, payWithinMinutes, startsAt: time.startsAt }) : undefined;
  return {
    id: bookingId,
    ...time,
    treatmentId: option.treatmentId,
    treatmentName: option.treatment,
    patientId: patient.personId,
    treatedId: treated.personId,
    patientName: treated.name,
    phone: request.phone,
    priceMinor: option.price.minor,
    currency: option.price.currency,
    payment: rules.payment,
    payWithinMinutes,
    payBy: until ?? null,
    visitReason: request.visitReason ?? '',
    freeCancellationHours: rules.freeCancellationHours,
    bookedAt: now,
    seriesId,
  };
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { retryingDeadlocks } from '../../database/retrying-deadlocks.ts';
import { moneyFromPrice, priceOf } from '../../money.ts';
import { publish } from '../live/index.ts';
import {
  type ClinicHours,
  type DayInView,
  dayInView,
  listOptionsOfTreatment,
  type OptionOfDay,
  type Slot,
  slotsOfDay,
  weekdayOf,
} from '../schedule/index.ts';
import { nearestFreeSlots } from './nearest-free-slots.ts';
import { CONSTRAINT_MEANS, isSameName, type Refusal } from './rules.ts';
import { countUnpaidUpcoming, findBookingOfDay, insertBooking, lockPatient, type NewBooking } from './store.ts';

export interface BookingSettings {
  readonly clinic: ClinicHours;
  readonly currency: string;
  readonly maxUnpaidBookings: number;
}

/** What a patient asks for. `date` is 'YYYY-MM-DD'; `optionId` is `undefined` for any option of the treatment. */
export interface BookingRequest {
  readonly treatment: string;
  readonly optionId: string | undefined;
  readonly date: string;
  readonly slot: string;
  readonly price: number;
  readonly patient: string;
  readonly email: string;
  readonly phone: string;
}

export interface Patient {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
}

type WantedOption = Omit<OptionOfDay, 'taken'>;

export type BookingOutcome =
  | { readonly kind: 'booked'; readonly bookingId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The refusals before the nearest free slots are looked up for them. */
type BareRefusal =
  | Exclude<Refusal, { nearest: unknown }>
  | { readonly code: Extract<Refusal, { nearest: unknown }>['code']; readonly nearMinute: number | undefined };

/**
 * Books a slot for a patient, or says why not. Whether the slot is free is not looked up first: the booking is
 * written, and the constraints of the table decide, for any number of patients and servers at once.
 */
export async function bookAppointment(
  db: Database,
  {
    request,
    patient,
    now,
    settings,
  }: { request: BookingRequest; patient: Patient; now: Date; settings: BookingSettings },
): Promise<BookingOutcome> {
  if (request.email !== patient.email) return refused({ code: 'NOT_YOU', what: 'email' });
  if (!isSameName(request.patient, patient.name)) return refused({ code: 'NOT_YOU', what: 'name' });

  const outcome = await retryingDeadlocks(() =>
    db.transaction((tx) => tryToBook(tx, { request, patient, now, settings })),
  );
  if (outcome.code === 'BOOKED') return { kind: 'booked', bookingId: outcome.bookingId };
  if (!('nearMinute' in outcome)) return refused(outcome);

  const { treatment, date } = request;
  const { clinic, currency } = settings;
  const { code, nearMinute } = outcome;
  return refused({ code, nearest: await nearestFreeSlots(db, { treatment, date, nearMinute, now, clinic, currency }) });
}

function refused(refusal: Refusal): BookingOutcome {
  return { kind: 'refused', refusal };
}

async function tryToBook(
  tx: Database,
  {
    request,
    patient,
    now,
    settings,
  }: { request: BookingRequest; patient: Patient; now: Date; settings: BookingSettings },
): Promise<{ code: 'BOOKED'; bookingId: string } | BareRefusal> {
  const { date } = request;
  const { treatment } = request;
  const options = (await listOptionsOfTreatment(tx, { treatment, weekday: weekdayOf(date) })).filter(
    ({ optionId }) => (request.optionId ?? optionId) === optionId,
  );
  const choice = chooseSlot(options, {
    request,
    view: dayInView({ date, clinic: settings.clinic, now }),
    now,
    settings,
  });
  if ('code' in choice) return choice;

  const patientId = patient.personId;
  await lockPatient(tx, patientId);
  const limit = settings.maxUnpaidBookings;
  const unpaid = await countUnpaidUpcoming(tx, patientId, now);

  const bookingId = uuidv7();
  let nearMinute: number | undefined;
  for (const { option, slot } of choice) {
    if (option.priceMinor > 0 && unpaid >= limit) {
      const already = await findBookingOfDay(tx, { patientId, treatmentId: option.treatmentId, date });
      return already ? { code: 'ALREADY_BOOKED', bookingId: already.id } : { code: 'TOO_MANY_UNPAID', limit };
    }
    const answer = await insertBooking(tx, newBooking({ bookingId, option, slot, request, patient, settings }));
    if (answer === 'booked') {
      await publish(
        tx,
        { to: 'everyone', event: { type: 'slots', date: mediumDateFromIso(date) } },
        { to: [patientId], event: { type: 'booking', bookingId } },
      );
      return { code: 'BOOKED', bookingId };
    }

    const means = CONSTRAINT_MEANS[answer];
    if (means === 'ELSEWHERE') return { code: 'ELSEWHERE' };
    if (means === 'ALREADY_BOOKED') {
      const already = await findBookingOfDay(tx, { patientId, treatmentId: option.treatmentId, date });
      if (already) return { code: 'ALREADY_BOOKED', bookingId: already.id };
    }
    nearMinute = slot.startMinute;
  }
  return { code: 'SLOT_TAKEN', nearMinute };
}

/** The options and slots that the patient may mean, or why there is none. Says nothing about who else wants them. */
function chooseSlot(
  options: readonly WantedOption[],
  question: { request: BookingRequest; view: DayInView; now: Date; settings: BookingSettings },
): readonly { option: WantedOption; slot: Slot }[] | BareRefusal {
  const { request, view, now, settings } = question;
  const [anyOption] = options;
  if (!anyOption) return { code: 'TREATMENT_UNKNOWN' };
  if (view.state === 'past') return { code: 'SLOT_PAST', nearMinute: undefined };
  if (view.state === 'beyond') return { code: 'BEYOND_HORIZON', lastDate: view.lastDate };

  const { currency } = settings;
  if (moneyFromPrice(request.price, currency)?.minor !== anyOption.priceMinor) {
    return { code: 'PRICE_CHANGED', price: priceOf({ minor: anyOption.priceMinor, currency }) };
  }
  const offered = options.flatMap((option) =>
    slotsOfDay(view.day, option.openings, option.minutes)
      .filter((slot) => slotLabel(slot) === request.slot)
      .map((slot) => ({ option, slot })),
  );
  const [anyOffered] = offered;
  if (!anyOffered) return { code: 'SLOT_NOT_OFFERED', nearMinute: undefined };
  const ahead = offered.filter(({ slot }) => slot.from > now.getTime());
  return ahead.length > 0 ? ahead : { code: 'SLOT_PAST', nearMinute: anyOffered.slot.startMinute };
}

function newBooking(from: {
  bookingId: string;
  option: WantedOption;
  slot: Slot;
  request: BookingRequest;
  patient: Patient;
  settings: BookingSettings;
}): NewBooking {
  const { bookingId, option, slot, request, patient, settings } = from;
  return {
    id: bookingId,
    optionId: option.optionId,
    treatmentId: option.treatmentId,
    calendarId: option.calendarId,
    patientId: patient.personId,
    treatmentName: option.treatment,
    doctorName: option.doctorName,
    doctorPhoto: option.doctorPhoto,
    patientName: patient.name,
    email: patient.email,
    phone: request.phone,
    day: request.date,
    startMinute: slot.startMinute,
    minutes: slot.minutes,
    startsAt: new Date(slot.from),
    endsAt: new Date(slot.to),
    priceMinor: option.priceMinor,
    currency: settings.currency,
  };
}

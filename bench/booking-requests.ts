import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { OpenDatabase } from '@openhours/server/database/connect.ts';
import type { Database } from '@openhours/server/database/database.ts';
import { clinicHours } from '@openhours/server/database/schema/clinic.ts';
import {
  appointmentOptions,
  calendars,
  openingHours,
  treatments,
  workingWeeks,
} from '@openhours/server/database/schema/schedule.ts';
import { addDays, dateAt } from '@openhours/server/features/schedule/index.ts';
import type { PlainOption } from './express-clinic.ts';
import { type BenchPatient, numberedId, PATIENT_COUNT } from './patients.ts';

/**
 * The bookings to make, over HTTP and by `booking.sql`: request number n is one slot of one option on one day for one
 * patient, and no two numbers conflict. Consecutive numbers are far apart. `booking.sql` has the same arithmetic, so
 * change both.
 */
const OPTIONS = 12;
const OPENS_MINUTE = 8 * 60;
const MINUTES = 15;
const SLOTS = 48;
const DAYS = 725;
const CELLS_A_DAY = OPTIONS * SLOTS;
export const REQUEST_COUNT = CELLS_A_DAY * DAYS;
/** Shares no factor with the number of requests. */
const STRIDE = 100_003;
const PRICE_MINOR = 5000;

const optionId = (option: number) => numberedId('8002', option);
const treatmentOf = (option: number) => `Treatment ${option}`;

/** The first day, the day after tomorrow, which the demo clinic and midnight do not affect. 'YYYY-MM-DD' */
export function firstDay(now: Date): string {
  return addDays(dateAt(now, 'UTC'), 2);
}

/** Closes the clinic's options and opens twelve new ones, each with a treatment and a name, at any time of the day. */
export async function openBenchOptions({ db }: Pick<OpenDatabase, 'db'>): Promise<void> {
  await db.transaction(async (tx: Database) => {
    await tx.update(appointmentOptions).set({ open: false });
    await tx.delete(clinicHours);
    const options = Array.from({ length: OPTIONS }, (_, option) => option);
    await tx.insert(treatments).values(
      options.map((option) => ({
        id: numberedId('8003', option),
        name: treatmentOf(option),
        priceMinor: PRICE_MINOR,
        currency: 'USD',
        minutes: MINUTES,
      })),
    );
    const weeks = options.map((option) => ({ calendarId: optionId(option), validFrom: '2000-01-01' }));
    await tx.insert(calendars).values(weeks.map(({ calendarId: id }) => ({ id })));
    await tx.insert(workingWeeks).values(weeks);
    await tx.insert(openingHours).values(
      weeks.flatMap((week) =>
        [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
          ...week,
          weekday,
          opensMinute: OPENS_MINUTE,
          closesMinute: OPENS_MINUTE + SLOTS * MINUTES,
        })),
      ),
    );
    await tx.insert(appointmentOptions).values(
      options.map((option) => ({
        id: optionId(option),
        treatmentId: numberedId('8003', option),
        calendarId: optionId(option),
        doctorName: `Doctor ${option}`,
        doctorPhoto: `/portraits/doctor-${option}.svg`,
      })),
    );
  });
}

interface RequestsFrom {
  readonly firstDay: string;
  readonly patients: readonly BenchPatient[];
}

export interface BookingCall extends Pick<BenchPatient, 'token' | 'address'> {
  readonly body: string;
}

function bookingOf(number: number, { firstDay: first, patients }: RequestsFrom) {
  const cell = (number * STRIDE) % REQUEST_COUNT;
  const patient = patients[cell % PATIENT_COUNT];
  if (!patient) throw new RangeError('There are fewer patients than the requests name.');
  return {
    patient,
    option: Math.floor(cell / SLOTS) % OPTIONS,
    date: addDays(first, Math.floor(cell / CELLS_A_DAY)),
    startMinute: OPENS_MINUTE + (cell % SLOTS) * MINUTES,
  };
}

/** Request number n as the body and the token of `POST /api/bookings`. */
export function requestAt(number: number, from: RequestsFrom): BookingCall {
  const wanted = bookingOf(number, from);
  return { ...wanted.patient, body: bodyOf(wanted) };
}

function bodyOf({ patient, option, date, startMinute }: ReturnType<typeof bookingOf>): string {
  return JSON.stringify({
    appointmentDate: mediumDateFromIso(date),
    treatment: treatmentOf(option),
    optionId: optionId(option),
    slot: slotLabel({ startMinute, minutes: MINUTES }),
    patient: patient.name,
    email: patient.email,
    phone: '',
    price: PRICE_MINOR / 100,
  });
}

/** The number of slots of a day that many people want. */
export const SCARCE_SLOTS = 100;
const SCARCE_AN_OPTION = 20;

/** The booking of a scarce slot by a patient. */
export function scarceRequest(slot: number, { patient, day }: { patient: BenchPatient; day: string }): BookingCall {
  const option = Math.floor(slot / SCARCE_AN_OPTION);
  const startMinute = OPENS_MINUTE + (slot % SCARCE_AN_OPTION) * MINUTES;
  return { ...patient, body: bodyOf({ patient, option, date: day, startMinute }) };
}

/** The hold of the slot of request number n, for `POST /api/holds`. */
export function holdAt(number: number, from: RequestsFrom): BookingCall {
  const { patient, option, date, startMinute } = bookingOf(number, from);
  const slot = slotLabel({ startMinute, minutes: MINUTES });
  const body = JSON.stringify({ optionId: optionId(option), appointmentDate: mediumDateFromIso(date), slot });
  return { ...patient, body };
}

/** The same for the plain server. */
export function plainRequestAt(number: number, from: RequestsFrom): BookingCall {
  const { patient, option, date, startMinute } = bookingOf(number, from);
  const body = JSON.stringify({ optionId: optionId(option), date, slot: slotLabel({ startMinute, minutes: MINUTES }) });
  return { ...patient, token: patient.plainToken, body };
}

/** The twelve options, as the plain server has them. */
export function plainOptions(): readonly PlainOption[] {
  const slots = Array.from({ length: SLOTS }, (_, slot) =>
    slotLabel({ startMinute: OPENS_MINUTE + slot * MINUTES, minutes: MINUTES }),
  );
  return Array.from({ length: OPTIONS }, (_, option) => ({
    id: optionId(option),
    name: treatmentOf(option),
    price: PRICE_MINOR / 100,
    slots,
  }));
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { expect } from 'vitest';
import { personWith, type RoledClient } from './admins.ts';
import { bookedAs } from './book.ts';
import { openOption } from './clinic.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export const MONDAY = '2026-11-23';
export const TUESDAY = '2026-11-24';
export const NEXT_MONDAY = '2026-11-30';
/** A Monday that only one test of a file uses. */
export const QUIET_MONDAY = '2026-12-14';
export const monday = { weekday: 1, from: '09:00', to: '12:00' };
export const NINE = '09:00 AM - 10:00 AM';
export const TEN = '10:00 AM - 11:00 AM';
export const ELEVEN = '11:00 AM - 12:00 PM';

/** A clinic in Berlin, on a Friday at ten o'clock. */
export interface TimetableClinic {
  readonly app: TestApp;
  readonly admin: RoledClient;
  /** A new doctor, who works on Mondays from nine to twelve, with one treatment of an hour; and a new patient. */
  hire(): Promise<Practice>;
}

/** A doctor, and what their only treatment looks like to others. */
export interface Practice {
  readonly doctor: RoledClient;
  readonly patient: RoledClient;
  readonly treatment: string;
  readonly treatmentId: string;
  /** The address of the doctor's hours. */
  readonly path: string;
  send(body: object): ReturnType<RoledClient['request']>;
  save(body: object): Promise<{ version: number; keptBookings: number; cancelledBookings: number }>;
  slotsOn(date: string): Promise<{ slots: string[] } | undefined>;
  /** The starts of the free slots, '09:00 AM'. */
  startsOn(date: string): Promise<string[] | undefined>;
  book(date: string, slot: string, by?: RoledClient): Promise<string>;
  bookingOf(id: string, by?: RoledClient): Promise<Record<string, unknown>>;
}

export async function startTimetableClinic(): Promise<TimetableClinic> {
  const app = await startTestApp({ environment: { CLINIC_TIME_ZONE: 'Europe/Berlin' } });
  app.clock = new Date('2026-11-20T09:00:00Z');
  const admin = await personWith(app, { isAdmin: true, name: 'Ada Admin' });
  let doctors = 0;
  const hire = async () => {
    doctors += 1;
    const practice = await openPractice(app, {
      admin,
      name: `Dora Doctor ${doctors}`,
      treatment: `Treatment ${doctors}`,
    });
    await practice.save({ weekly: [monday] });
    return practice;
  };
  return { app, admin, hire };
}

async function openPractice(
  app: TestApp,
  { admin, name, treatment }: { admin: RoledClient; name: string; treatment: string },
): Promise<Practice> {
  const doctor = await personWith(app, { isDoctor: true, name });
  const patient = await personWith(app);
  const { treatmentId } = await openOption(app.database.db, {
    treatment,
    minutes: 60,
    doctor: { id: doctor.id, name: doctor.name, photo: null },
    openings: [],
  });
  const path = `/api/doctors/${doctor.id}/hours`;
  const send = (body: object) => admin.request('PUT', path, { body });
  const slotsOn = async (date: string) => {
    const { body } = await app.client().get(`/api/v2/appointmentOptions?date=${mediumDateFromIso(date)}`);
    const options = body as unknown as { name: string; slots: string[] }[];
    return options.find((option) => option.name === treatment);
  };
  return {
    doctor,
    patient,
    treatment,
    treatmentId,
    path,
    send,
    async save(body) {
      const answer = await send(body);
      expect(answer.status).toBe(200);
      return answer.body as unknown as { version: number; keptBookings: number; cancelledBookings: number };
    },
    slotsOn,
    startsOn: async (date) => (await slotsOn(date))?.slots.map((slot) => slot.slice(0, 8)),
    async book(date, slot, by = patient) {
      return bookedAs(by, {
        appointmentDate: mediumDateFromIso(date),
        treatment,
        slot,
        price: 50,
      });
    },
    bookingOf: async (id, by = patient) => (await by.get(`/api/bookings/${id}`)).body,
  };
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { eq } from 'drizzle-orm';
import { treatments } from '../src/database/schema/schedule.ts';
import { personWith } from './admins.ts';
import { bookedAs } from './book.ts';
import { openOption } from './clinic.ts';
import { startPayingClinic } from './paying.ts';
import type { TestClient } from './test-client.ts';

export const NINE = '09:00 AM - 09:30 AM';
export const TEN = '10:00 AM - 10:30 AM';

export const dateIn = (days: number) =>
  mediumDateFromIso(new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));

/** A clinic in which two doctors offer Podiatry for $140, for tests that move appointments. */
export async function startMovingClinic() {
  const clinic = await startPayingClinic();
  const { db } = clinic.app.database;
  const doctor = await personWith(clinic.app, { name: 'Dora Doctor', isDoctor: true });
  const other = await personWith(clinic.app, { name: 'Mo Medic', isDoctor: true });
  const offered = (by: typeof doctor) =>
    openOption(db, {
      treatment: 'Podiatry',
      priceMinor: 14_000,
      doctor: { id: by.id, name: by.name, photo: null },
    });
  const { optionId, treatmentId } = await offered(doctor);
  const { optionId: otherOptionId } = await offered(other);
  const setPrice = (priceMinor: number, currency = 'USD') =>
    db.update(treatments).set({ priceMinor, currency }).where(eq(treatments.id, treatmentId));
  let day = 1;
  return {
    clinic,
    db,
    doctor,
    other,
    desk: await personWith(clinic.app, { isFrontDesk: true }),
    admin: await personWith(clinic.app, { isAdmin: true }),
    optionId,
    otherOptionId,
    treatmentId,
    setPrice,
    /** Books Podiatry at nine. Returns the booking's id. */
    booked: (by: TestClient, more: { appointmentDate: string } & Record<string, unknown>) =>
      bookedAs(by, { treatment: 'Podiatry', slot: NINE, optionId, price: 140, ...more }),
    /** For `beforeEach`: a new patient, on days of their own. */
    async begin() {
      clinic.app.clock = undefined;
      clinic.sandbox.stripe.deliver({ how: 'never' });
      await setPrice(14_000);
      day += 2;
      return { patient: await personWith(clinic.app), day, date: dateIn(day), nextDate: dateIn(day + 1) };
    },
  };
}

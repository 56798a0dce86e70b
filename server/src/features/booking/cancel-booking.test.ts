import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personWith } from '../../testing/admins.ts';
import { openOption } from '../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { cancelBookings } from './index.ts';

let app: TestApp;
const now = new Date('2024-01-05T10:05:00Z');

beforeAll(async () => {
  app = await startTestApp();
  app.clock = now;
  await openOption(app.database.db, { treatment: 'Cardiology' });
});
afterAll(() => app.close());

const book = (by: TestClient, appointmentDate: string) =>
  by.post('/api/bookings', {
    appointmentDate,
    treatment: 'Cardiology',
    slot: '10:30 AM - 11:00 AM',
    patient: by.name,
    email: by.email,
    price: 50,
  });

describe('a booking that is cancelled', () => {
  it('says so to its patient with the reason, and frees its slot for anyone', async () => {
    const patient = await personWith(app);
    const bookingId = String((await book(patient, 'Jan 8, 2024')).body['insertedId']);
    const { db } = app.database;
    const reason = 'The doctor is ill.';
    const cancelled = await cancelBookings(db, { which: { bookingId }, reason, by: patient.id, now });
    expect(cancelled).toMatchObject([{ id: bookingId, email: patient.email, cancelReason: reason }]);
    expect((await patient.get(`/api/bookings/${bookingId}`)).body).toMatchObject({
      status: 'cancelled',
      cancelReason: reason,
    });
    expect((await book(await personWith(app), 'Jan 8, 2024')).status).toBe(200);
    expect((await book(patient, 'Jan 9, 2024')).status).toBe(200);
  });

  it('is cancelled once, and not when it has begun', async () => {
    const patient = await personWith(app);
    const bookingId = String((await book(patient, 'Jan 5, 2024')).body['insertedId']);
    const { db } = app.database;
    const cancel = (at: Date) =>
      cancelBookings(db, { which: { bookingId }, reason: 'Because.', by: patient.id, now: at });
    expect(await cancel(new Date('2024-01-05T10:30:00Z'))).toEqual([]);
    const both = await Promise.all([cancel(now), cancel(now)]);
    expect(both.flat()).toHaveLength(1);
  });

  it('has a time and a reason, or the database refuses it', async () => {
    await expect(
      app.database.db.execute(sql`update bookings set status = 'cancelled' where status = 'confirmed'`),
    ).rejects.toMatchObject({ cause: { constraint: 'booking_cancelled_with_a_reason' } });
  });
});

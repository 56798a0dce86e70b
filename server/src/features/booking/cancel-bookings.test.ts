import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { CARDS, type PayingClinic, startPayingClinic } from '../../../testing/paying.ts';
import { bookings } from '../../database/schema/booking.ts';
import { unitOfWork } from '../../database/unit-of-work.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import { refundCancellation } from '../payments/index.ts';
import { type CancellationFollowers, cancelBookingsWith } from './cancel-bookings.ts';

let clinic: PayingClinic;
let jobs: Jobs;
let patient: RoledClient;

beforeAll(async () => {
  clinic = await startPayingClinic({ through: { jobs: (queue) => (jobs = queue) } });
  patient = await personWith(clinic.app);
});
afterAll(() => clinic.close());

const NOBODY: CancellationFollowers = { inTransaction: [], afterCommit: [] };

/** Cancels a booking, and runs the work that waits for the commit at once. */
function cancel(
  bookingId: string,
  {
    followers = NOBODY,
    refund = 'full',
    now = new Date(),
  }: { followers?: CancellationFollowers; refund?: 'full' | 'none'; now?: Date } = {},
) {
  const context = { db: clinic.app.database.db, afterwards: (work: () => void) => work() };
  const change = {
    which: { bookingId },
    by: patient.id,
    as: 'clinic',
    reason: 'The doctor is ill.',
    refund,
    now,
  } as const;
  return unitOfWork(context, (unit) => cancelBookingsWith(followers)(unit, change));
}

async function stateOf(bookingId: string) {
  const { db } = clinic.app.database;
  const [row] = await db.select({ state: bookings.state }).from(bookings).where(eq(bookings.id, bookingId));
  return row?.state;
}

describe('cancelling a booking', () => {
  it('records who cancelled and why, and has no effect a second time', async () => {
    const bookingId = await clinic.booking(patient);
    const both = await Promise.all([cancel(bookingId), cancel(bookingId)]);
    expect(both.flat()).toMatchObject([
      { id: bookingId, email: patient.email, changedBy: patient.id, changeReason: 'The doctor is ill.' },
    ]);
    expect((await patient.get(`/api/bookings/${bookingId}`)).body).toMatchObject({
      state: 'cancelled',
      cancelReason: 'The doctor is ill.',
    });
  });

  it('does not change an appointment that has begun', async () => {
    const bookingId = await clinic.booking(patient);
    const { body } = await patient.get(`/api/bookings/${bookingId}`);
    expect(await cancel(bookingId, { now: new Date(String(body['startsAt'])) })).toEqual([]);
    expect(await stateOf(bookingId)).toBe('booked');
  });

  it('needs a reason: the database refuses it without one', async () => {
    const bookingId = await clinic.booking(patient);
    await expect(
      clinic.app.database.db.execute(sql`update bookings set state = 'cancelled' where id = ${bookingId}`),
    ).rejects.toMatchObject({ cause: { constraint: 'booking_cancelled_with_a_reason' } });
  });

  it('is rolled back, and notifies nobody, if a follower in the transaction fails', async () => {
    const bookingId = await clinic.booking(patient);
    const notified: string[] = [];
    const followers: CancellationFollowers = {
      inTransaction: [() => Promise.reject(new Error('no refund today'))],
      afterCommit: [({ reason }) => void notified.push(reason)],
    };
    await expect(cancel(bookingId, { followers })).rejects.toThrow('no refund today');
    expect(await stateOf(bookingId)).toBe('booked');
    expect(notified).toEqual([]);
  });

  it('runs the followers after the commit once, even if a deadlock restarted the transaction', async () => {
    const bookingId = await clinic.booking(patient);
    const notified: unknown[] = [];
    let attempts = 0;
    const followers: CancellationFollowers = {
      inTransaction: [
        async (tx) => {
          attempts += 1;
          if (attempts === 1)
            await tx.execute(sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`);
        },
      ],
      afterCommit: [(cancellation) => void notified.push(cancellation)],
    };
    await cancel(bookingId, { followers });
    expect(attempts).toBe(2);
    expect(notified).toMatchObject([{ bookings: [{ id: bookingId }], reason: 'The doctor is ill.', refund: 'full' }]);
  });

  it('without a refund refunds nothing, neither at once nor later', async () => {
    const bookingId = await clinic.booking(patient);
    const transactionId = await clinic.confirmedCard(patient, bookingId, { card: CARDS.good });
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    await cancel(bookingId, {
      refund: 'none',
      followers: { ...NOBODY, inTransaction: [refundCancellation({ jobs })] },
    });
    await clinic.app.reconcile();
    await clinic.app.runJobs();
    expect((await patient.get(`/api/bookings/${bookingId}`)).body).toMatchObject({ state: 'cancelled', paid: true });
  });
});

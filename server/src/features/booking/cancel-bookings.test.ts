import { eq, inArray, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { CARDS, startPayingClinic } from '../../../testing/paying.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { bookings } from '../../database/schema/booking.ts';
import * as schema from '../../database/schema/index.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import { refundCancellation } from '../payments/index.ts';
import { type CancellationFollower, cancelBookingsWith } from './cancel-bookings.ts';
import { queueCancellationMail } from './mail-cancellation.ts';
import { queueStaffCancellationMail } from './mail-staff.ts';
import { publishCancellation } from './publish-change.ts';

let jobs: Jobs;

const clinic = await startPayingClinic({ through: { jobs: (queue) => (jobs = queue) } });
const patient = await personWith(clinic.app);

/** Cancels appointments for the clinic, as `patient`, who is also staff. */
function cancel(
  bookingIds: readonly string[],
  { followers = [], now = new Date() }: { followers?: readonly CancellationFollower[]; now?: Date } = {},
) {
  const change = { which: { bookingIds }, by: patient.id, as: 'clinic', reason: 'The doctor is ill.', now } as const;
  return inTransaction(clinic.app.database.db, (tx) => cancelBookingsWith(followers)(tx, change));
}

async function mailsTo(email: string) {
  await clinic.app.deliverMail();
  return clinic.app.mails.filter(({ to }) => to === email);
}

async function stateOf(bookingId: string) {
  const { db } = clinic.app.database;
  const [row] = await db.select({ state: bookings.state }).from(bookings).where(eq(bookings.id, bookingId));
  return row?.state;
}

describe('cancelling a booking', () => {
  it('runs as many statements for several bookings as for one, because nobody can book meanwhile', async () => {
    const asked: string[] = [];
    const logger = { logQuery: (query: string) => void asked.push(query) };
    const db = drizzle({ client: clinic.app.database.pool, schema, logger });
    const other = await personWith(clinic.app);
    const treated = await personWith(clinic.app);
    const followers = [
      publishCancellation,
      queueCancellationMail,
      queueStaffCancellationMail,
      refundCancellation({ jobs }),
    ];
    const bookForAnother = async () => {
      const id = await clinic.booking(other);
      await db.update(bookings).set({ treatedId: treated.id }).where(eq(bookings.id, id));
      return id;
    };
    const why = { by: other.id, as: 'clinic', reason: 'The clinic is closed.' } as const;
    const statementsFor = async (bookingIds: readonly string[]) => {
      asked.length = 0;
      const change = { which: { bookingIds }, ...why, now: new Date() };
      expect(await inTransaction(db, (tx) => cancelBookingsWith(followers)(tx, change))).toHaveLength(
        bookingIds.length,
      );
      return asked.length;
    };
    const one = await statementsFor([await bookForAnother()]);
    expect(await statementsFor([await bookForAnother(), await bookForAnother()])).toBe(one);
  });

  it('records who cancelled and why, and has no effect a second time', async () => {
    const bookingId = await clinic.booking(patient);
    const both = await Promise.all([cancel([bookingId]), cancel([bookingId])]);
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
    expect(await cancel([bookingId], { now: new Date(String(body['startsAt'])) })).toEqual([]);
    expect(await stateOf(bookingId)).toBe('booked');
  });

  it('needs a reason: the database refuses it without one', async () => {
    const bookingId = await clinic.booking(patient);
    await expect(
      clinic.app.database.db.execute(sql`update bookings set state = 'cancelled' where id = ${bookingId}`),
    ).rejects.toMatchObject({ cause: { constraint: 'booking_cancelled_with_a_reason' } });
  });

  it('is rolled back, and notifies nobody, if a follower fails', async () => {
    const bookingId = await clinic.booking(patient);
    const fails = () => Promise.reject(new Error('no refund today'));
    await expect(cancel([bookingId], { followers: [queueCancellationMail, fails] })).rejects.toThrow('no refund today');
    expect(await stateOf(bookingId)).toBe('booked');
    expect(await mailsTo(patient.email)).toEqual([]);
  });

  it('sends one email about some that are paid and some that are not, which says for each what is refunded', async () => {
    const other = await personWith(clinic.app);
    const [unpaid, paid] = [await clinic.booking(other), await clinic.booking(other)];
    const transactionId = await clinic.confirmedCard(other, paid, { card: CARDS.good });
    await other.post('/api/payments', { price: 140, transactionId, email: other.email, bookingId: paid });
    await cancel([unpaid, paid], { followers: [queueCancellationMail, refundCancellation({ jobs })] });
    const mails = (await mailsTo(other.email)).filter(({ subject }) => subject.endsWith('cancelled'));
    expect(mails).toMatchObject([{ subject: expect.stringMatching(/^Your 2 appointments/) }]);
    expect(mails[0]?.text.split('You get back $140.00.')).toHaveLength(2);
  });

  it('sends one email, even if a deadlock restarted the transaction', async () => {
    const bookingId = await clinic.booking(patient);
    let attempts = 0;
    const deadlocks: CancellationFollower = async (tx) => {
      attempts += 1;
      if (attempts === 1) await tx.execute(sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`);
    };
    await cancel([bookingId], { followers: [queueCancellationMail, deadlocks] });
    expect(attempts).toBe(2);
    expect((await mailsTo(patient.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining('The doctor is ill.'),
    ]);
  });

  it('after the time for free cancellation refunds patients, but never staff for their own appointment', async () => {
    const paid = async (by: RoledClient) => {
      const bookingId = await clinic.booking(by);
      const transactionId = await clinic.confirmedCard(by, bookingId, { card: CARDS.good });
      await by.post('/api/payments', { price: 140, transactionId, email: by.email, bookingId });
      return bookingId;
    };
    const other = await personWith(clinic.app);
    const [own, others] = [await paid(patient), await paid(other)];
    const both = inArray(bookings.id, [own, others]);
    await clinic.app.database.db.update(bookings).set({ freeCancellationHours: 720 }).where(both);
    await cancel([own, others], { followers: [refundCancellation({ jobs })] });
    await clinic.app.reconcile();
    await clinic.app.runJobs();
    expect((await patient.get(`/api/bookings/${own}`)).body).toMatchObject({ state: 'cancelled', paid: true });
    expect((await other.get(`/api/bookings/${others}`)).body).toMatchObject({ state: 'cancelled', paid: false });
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { type PayingClinic, startPayingClinic } from '../../../testing/paying.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

let clinic: PayingClinic;
let patient: TestClient;
let bookingId: string;

beforeAll(async () => {
  clinic = await startPayingClinic();
});
afterAll(() => clinic.close());

beforeEach(async () => {
  clinic.sandbox.stripe.deliver({ how: 'never' });
  patient = await clinic.app.person();
  bookingId = await clinic.booking(patient);
});

/** Lets the booking be one that had to be paid when it was made, so many minutes ago. */
const bookedBefore = (minutes: number, id = bookingId) =>
  clinic.app.database.db.execute(
    sql`update bookings set payment = 'at-booking', booked_at = now() - make_interval(mins => ${minutes}) where id = ${id}`,
  );
const booking = async () => (await patient.get(`/api/bookings/${bookingId}`)).body;
const tell = (transactionId: string) =>
  patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
const refundedOf = (transactionId: string) =>
  clinic.sandbox.stripe.charges().find((charge) => charge.payment_intent === transactionId)?.amount_refunded;

describe('an appointment that must be paid when it is booked', () => {
  it('says until when, and is cancelled ten minutes later, with an email', async () => {
    await bookedBefore(38);
    await clinic.app.releaseUnpaid();
    const { bookedAt, payBy: until, state } = await booking();
    expect(state).toBe('booked');
    expect(Date.parse(String(until)) - Date.parse(String(bookedAt))).toBe(30 * 60_000);

    await bookedBefore(41);
    await clinic.app.releaseUnpaid();
    expect(await booking()).toMatchObject({
      state: 'cancelled',
      cancelReason: 'It was not paid within 30 minutes. You can book again if the time is still free.',
    });
    expect(await booking()).not.toHaveProperty('payBy');
    await clinic.app.deliverMail();
    expect(clinic.app.mails.at(-1)).toMatchObject({
      to: patient.email,
      text: expect.stringContaining('It was not paid within 30 minutes.'),
    });
    expect(clinic.app.mails.at(-1)?.text).not.toContain('refunding');
  });

  it('stays once it is paid, or a payment is being checked', async () => {
    await bookedBefore(10);
    await tell(await clinic.confirmedCard(patient, bookingId));
    await bookedBefore(120);
    await clinic.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked', paid: true });

    bookingId = await clinic.booking(patient);
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    clinic.sandbox.sslcommerz.choose(sessionKey, 'pay-with-risk');
    await clinic.sandbox.sslcommerz.settled();
    await bookedBefore(120);
    await clinic.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked', paid: false });
  });

  it('stays if it is free of charge, has begun, or may be paid at the clinic', async () => {
    const free = await clinic.booking(patient, { priceMinor: 0 });
    await bookedBefore(120, free);
    const begun = await clinic.booking(patient);
    await bookedBefore(120, begun);
    await clinic.app.database.db.execute(
      sql`update bookings set starts_at = now() - interval '1 minute', ends_at = now() + interval '29 minutes' where id = ${begun}`,
    );
    await clinic.app.database.db.execute(
      sql`update bookings set booked_at = now() - interval '2 hours' where id = ${bookingId}`,
    );
    await clinic.app.releaseUnpaid();
    for (const id of [free, begun, bookingId]) {
      expect((await patient.get(`/api/bookings/${id}`)).body).toMatchObject({ state: 'booked' });
    }
  });

  it('refunds a payment that arrives after it was cancelled', async () => {
    await bookedBefore(41);
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    await clinic.app.releaseUnpaid();
    await tell(transactionId);
    await clinic.app.runJobs();
    expect(await booking()).toMatchObject({ state: 'cancelled', paid: false });
    expect(refundedOf(transactionId)).toBe(14_000);
  });

  it('is either paid or cancelled and refunded, if it is paid while it is being cancelled', async () => {
    for (let round = 0; round < 6; round += 1) {
      bookingId = await clinic.booking(patient);
      await bookedBefore(41);
      const transactionId = await clinic.confirmedCard(patient, bookingId);
      await Promise.all([tell(transactionId), clinic.app.releaseUnpaid()]);
      await clinic.app.runJobs();
      const { state, paid } = await booking();
      if (paid === true)
        expect({ state, refunded: refundedOf(transactionId) }).toEqual({ state: 'booked', refunded: 0 });
      else expect({ state, refunded: refundedOf(transactionId) }).toEqual({ state: 'cancelled', refunded: 14_000 });
    }
  });
});

it('a clinic that cannot take payments online cannot ask for them', async () => {
  const app = await startTestApp();
  try {
    const admin = await personWith(app, { isAdmin: true });
    const send = (payment: string) => admin.request('PUT', '/api/clinic/rules', { body: { payment } });
    expect(await send('at-booking')).toMatchObject({ status: 409, body: { code: 'NO_PAYMENTS' } });
    expect(await send('at-clinic')).toMatchObject({ status: 200 });
  } finally {
    await app.close();
  }
});

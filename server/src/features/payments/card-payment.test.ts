import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { CARDS, startPayingClinic } from '../../../testing/paying.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestAnswer, TestClient } from '../../../testing/test-client.ts';

let patient: TestClient;
let bookingId: string;

const clinic = await startPayingClinic();

beforeEach(async () => {
  clinic.sandbox.stripe.deliver({ how: 'never' });
  patient = await clinic.app.person();
  bookingId = await clinic.booking(patient);
});

const prepare = (by: TestClient, body: object = { price: 140, bookingId }, key = '') =>
  by.post('/api/create-payment-intent', body, { 'idempotency-key': key });
const report = (transactionId: string, changes: Record<string, unknown> = {}) =>
  patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId, ...changes });
const isPaid = async (id = bookingId) => (await patient.get(`/api/bookings/${id}`)).body['paid'];
const cancel = (id = bookingId) =>
  clinic.app.database.db.execute(
    sql`update bookings set state = 'cancelled', change_reason = 'A test.' where id = ${id}`,
  );
const expectRefusal = (answer: TestAnswer, code: string) => {
  expect(answer.body).toMatchObject({ acknowledged: false, code, message: expect.stringMatching(/^[A-Z].*\.$/) });
  expect(answer.status).toBe(409);
};
const chargesOf = (id: string) =>
  clinic.sandbox.stripe.charges().filter((charge) => charge.metadata['bookingId'] === id || id === '');
const intentsOf = (id: string) =>
  clinic.sandbox.stripe.paymentIntents().filter((intent) => intent.metadata['bookingId'] === id);

describe('preparing a card payment', () => {
  it('creates a charge of the booking price, for this booking and patient', async () => {
    const answer = await prepare(patient);
    expect(answer.status).toBe(200);
    const [intent] = intentsOf(bookingId);
    expect(answer.body).toEqual({ clientSecret: intent?.client_secret });
    expect(intent).toMatchObject({ amount: 14000, currency: 'usd', metadata: { bookingId } });
  });

  it('reuses the open payment, also from two tabs at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => prepare(patient)));
    answers.push(await prepare(patient));
    expect(new Set(answers.map(({ body }) => body['clientSecret'])).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(intentsOf(bookingId)).toHaveLength(1);
  });

  // PostgreSQL finds one when the account is closed while staff change the appointment, and may end the payment for it.
  it('is repeated after a deadlock', async () => {
    const { pool } = clinic.app.database;
    // Nothing takes a number of a sequence back, so only the first try fails.
    await pool.query(`
      create sequence tries_for_test;
      create function deadlock_for_test() returns trigger language plpgsql as $$ begin
        if nextval('tries_for_test') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger deadlock_for_test before insert on payment_orders for each row execute function deadlock_for_test()`);
    try {
      expect((await prepare(patient)).status).toBe(200);
    } finally {
      await pool.query('drop function deadlock_for_test cascade; drop sequence tries_for_test');
    }
    expect(intentsOf(bookingId)).toHaveLength(1);
  });

  it('finds the only unpaid booking of that price without an id, and refuses to choose between two', async () => {
    expect((await prepare(patient, { price: 140 })).status).toBe(200);
    expectRefusal(await prepare(patient, { price: 139 }), 'WHICH_BOOKING');
    await clinic.booking(patient);
    expectRefusal(await prepare(patient, { price: 140 }), 'WHICH_BOOKING');
  });

  it('refuses a wrong price, and returns the right one', async () => {
    const answer = await prepare(patient, { price: 1, bookingId });
    expectRefusal(answer, 'PRICE_DIFFERS');
    expect(answer.body['price']).toBe(140);
    expect(intentsOf(bookingId)).toEqual([]);
  });

  it('refuses the right number in another currency, with and without the id of the booking', async () => {
    expectRefusal(await prepare(patient, { price: 140, currency: 'EUR', bookingId }), 'PRICE_DIFFERS');
    expectRefusal(await prepare(patient, { price: 140, currency: 'EUR' }), 'WHICH_BOOKING');
    expect(intentsOf(bookingId)).toEqual([]);
    expect((await prepare(patient, { price: 140, currency: 'USD' })).status).toBe(200);
  });

  it("answers 404 for another patient's booking and for an unknown one", async () => {
    const other = await clinic.app.person();
    expect((await prepare(other)).status).toBe(404);
    expect((await prepare(patient, { price: 140, bookingId: '01890000-0000-7000-8000-000000000000' })).status).toBe(
      404,
    );
  });

  it('refuses cancelled, free and paid bookings', async () => {
    const free = await clinic.booking(patient, { priceMinor: 0 });
    expectRefusal(await prepare(patient, { price: 0, bookingId: free }), 'NOTHING_TO_PAY');
    const cancelled = await clinic.booking(patient);
    await cancel(cancelled);
    expectRefusal(await prepare(patient, { price: 140, bookingId: cancelled }), 'BOOKING_CANCELLED');
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    await report(transactionId);
    expectRefusal(await prepare(patient), 'ALREADY_PAID');
  });

  it('refuses an amount that the provider does not accept, on every attempt', async () => {
    const cheap = await clinic.booking(patient, { priceMinor: 49 });
    for (const _ of [1, 2])
      expectRefusal(await prepare(patient, { price: 0.49, bookingId: cheap }), 'AMOUNT_NOT_TAKEN');
    const least = await clinic.booking(patient, { priceMinor: 50 });
    expect((await prepare(patient, { price: 0.5, bookingId: least })).status).toBe(200);
    const dear = await clinic.booking(patient, { priceMinor: 100_000_000 });
    expectRefusal(await prepare(patient, { price: 1_000_000, bookingId: dear }), 'AMOUNT_NOT_TAKEN');
  });

  it('is refused by a clinic without online payments, and so is the hosted page', async () => {
    await using app = await startTestApp({ environment: { PAYMENTS: 'off' } });
    const anybody = await app.person();
    for (const call of ['create-payment-intent', 'order']) {
      expectRefusal(await anybody.post(`/api/${call}`, { price: 140, bookingId }), 'NOT_OFFERED');
    }
    expect((await anybody.get('/api/payments/config')).body).toMatchObject({ provider: 'none', hostedPage: false });
  });

  it('notices a payment that succeeded but was not reported', async () => {
    await clinic.confirmedCard(patient, bookingId);
    expectRefusal(await prepare(patient), 'ALREADY_PAID');
    expect(await isPaid()).toBe(true);
  });

  it('does not create a second charge while one is processing', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId, { card: CARDS.processing });
    expectRefusal(await prepare(patient), 'UNDER_WAY');
    expectRefusal(await report(transactionId), 'NOT_SUCCEEDED');
    expect((await patient.get(`/api/payments/booking/${bookingId}`)).body).toMatchObject({
      paid: false,
      underWay: true,
    });
    clinic.sandbox.stripe.finishPayment(transactionId, 'succeeded');
    expect((await report(transactionId)).status).toBe(200);
  });

  it('is asked about at once while it is processing', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId, { card: CARDS.processing });
    expectRefusal(await report(transactionId), 'NOT_SUCCEEDED');
    clinic.sandbox.stripe.finishPayment(transactionId, 'succeeded');
    await clinic.app.reconcile();
    expect(await isPaid()).toBe(true);
  });

  it('gives the same secret to a repeated request, and stores it nowhere', async () => {
    const [first, again] = [await prepare(patient, undefined, 'k1'), await prepare(patient, undefined, 'k1')];
    expect(again.body).toEqual(first.body);
    const { rows } = await clinic.app.database.db.execute(sql`select * from idempotency_keys`);
    expect(JSON.stringify(rows)).not.toContain(String(first.body['clientSecret']));
  });

  it('is possible again after a decline, with the same payment', async () => {
    const { body } = await prepare(patient);
    const declined = await clinic.confirm(String(body['clientSecret']), CARDS.declined);
    expect(declined.status).toBe(402);
    expect((await prepare(patient)).body).toEqual(body);
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    expect((await report(transactionId)).status).toBe(200);
  });
});

describe('reporting a confirmed card payment', () => {
  it('marks the booking as paid; repeated reports have no further effect', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const answers = await Promise.all(Array.from({ length: 6 }, () => report(transactionId)));
    answers.push(await report(transactionId));
    expect(new Set(answers.map(({ body }) => body['insertedId'])).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await isPaid()).toBe(true);
    const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
    expect(body).toMatchObject({ paid: true, payments: [{ state: 'paid', amount: 140, refunded: 0, transactionId }] });
  });

  it('is refused unless the provider confirms the charge and the reported data is right', async () => {
    const { body } = await prepare(patient);
    const secret = String(body['clientSecret']);
    const transactionId = secret.split('_secret_')[0] ?? '';
    expectRefusal(await report(transactionId), 'NOT_SUCCEEDED');
    await clinic.confirm(secret, CARDS.declined);
    expectRefusal(await report(transactionId), 'NOT_SUCCEEDED');
    expectRefusal(await report('pi_made_up'), 'NOT_THIS_BOOKING');
    expectRefusal(await report(transactionId, { price: 1 }), 'PRICE_DIFFERS');
    expect((await report('pi_1 or 1=1')).status).toBe(400);
    expect(await isPaid()).toBe(false);
  });

  it("is refused for another booking, and for another patient's payment", async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const second = await clinic.booking(patient);
    expectRefusal(await report(transactionId, { bookingId: second }), 'NOT_THIS_BOOKING');
    await report(transactionId);
    expectRefusal(await report(transactionId, { bookingId: second }), 'NOT_THIS_BOOKING');
    expect(await isPaid(second)).toBe(false);

    const other = await clinic.app.person();
    const theirs = await clinic.booking(other);
    const stolen = { price: 140, transactionId, email: other.email, bookingId: theirs };
    expectRefusal(await other.post('/api/payments', stolen), 'NOT_THIS_BOOKING');
    expect((await other.post('/api/payments', { ...stolen, bookingId })).status).toBe(404);
    expect((await other.post('/api/payments', { ...stolen, email: patient.email, bookingId })).status).toBe(404);
  });

  it('pays for the booking of whoever is signed in, also with the email address that they had before', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    expect((await report(transactionId, { email: 'before@example.org' })).status).toBe(200);
    expect(await isPaid()).toBe(true);
  });

  it('is refused for a charge that was not prepared here, even with the right metadata', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const { db } = clinic.app.database;
    await db.execute(sql`update payment_orders set reference = 'pi_gone' where reference = ${transactionId}`);
    expectRefusal(await report(transactionId), 'NOT_THIS_BOOKING');
  });

  it('refunds the payment and emails the patient if the booking was cancelled meanwhile', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    await cancel();
    expectRefusal(await report(transactionId), 'REFUNDED');
    await clinic.app.runJobs();
    expect(chargesOf('')[0]).toMatchObject({ payment_intent: transactionId, amount_refunded: 14000 });
    const theirs = clinic.app.mails.filter(({ to }) => to === patient.email).map(({ subject }) => subject);
    expect(theirs).toContain('Refund of $140.00');
    const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
    expect(body).toMatchObject({
      paid: false,
      payments: [
        {
          state: 'refunded',
          refunded: 140,
          refunds: [{ state: 'succeeded', why: 'The appointment was cancelled.' }],
        },
      ],
    });
  });

  it('refunds the payment if the amount is not the price', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    await clinic.app.database.db.execute(
      sql`update payment_orders set amount_minor = 1 where reference = ${transactionId}`,
    );
    expectRefusal(await report(transactionId), 'REFUNDED');
    await clinic.app.runJobs();
    expect(chargesOf('')[0]).toMatchObject({ amount_refunded: 14000 });
    expect(await isPaid()).toBe(false);
  });

  it('refunds the payment, and says so, if the price has changed since the card was charged', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const { db } = clinic.app.database;
    await db.execute(sql`update bookings set price_minor = 9000 where id = ${bookingId}`);
    expectRefusal(await report(transactionId), 'REFUNDED');
    expectRefusal(await report(transactionId, { price: 90 }), 'REFUNDED');
    await clinic.app.runJobs();
    expect(chargesOf('')[0]).toMatchObject({ payment_intent: transactionId, amount_refunded: 14000 });
  });

  it('gets 503 if the provider does not answer, and can be repeated', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    clinic.sandbox.disturb(() => ({ how: 'error-500' }));
    expect((await report(transactionId)).status).toBe(503);
    clinic.sandbox.disturb(undefined);
    expect((await report(transactionId)).status).toBe(200);
  });

  it("succeeds after the provider's answer was lost", async () => {
    let lost = 0;
    clinic.sandbox.disturb(({ path, method }) =>
      method === 'POST' && path === '/v1/payment_intents' && (lost += 1) === 1 ? { how: 'lost-answer' } : undefined,
    );
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    clinic.sandbox.disturb(undefined);
    expect(lost).toBeGreaterThan(0);
    expect((await report(transactionId)).status).toBe(200);
    expect(intentsOf(bookingId)).toHaveLength(1);
  });
});

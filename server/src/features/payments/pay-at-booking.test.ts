import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { intentOf } from '../../../testing/confirm-card.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { CARDS, type PayingClinic, startPayingClinic } from '../../../testing/paying.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { bookAgain, lockForPayment, RELEASE_JOB, releaseJob } from '../booking/index.ts';
import { logRuleWithoutPayments } from '../clinic/index.ts';

const NO_PAYMENTS = { cards: undefined, hosted: undefined };

let patient: TestClient;
let bookingId: string;

const clinic = await startPayingClinic();

beforeEach(async () => {
  clinic.sandbox.stripe.deliver({ how: 'never' });
  patient = await clinic.app.person();
  bookingId = await clinic.booking(patient);
});

/** Lets the booking be one that had to be paid when it was made, so many minutes ago. */
const bookedBefore = (minutes: number, id = bookingId) =>
  clinic.app.database.db.execute(
    sql`update bookings set payment = 'at-booking', booked_at = now() - make_interval(mins => ${minutes}),
      pay_by = now() - make_interval(mins => ${minutes - 30}) where id = ${id}`,
  );
const booking = async () => (await patient.get(`/api/bookings/${bookingId}`)).body;
const reportPayment = (transactionId: string) =>
  patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
/** A card payment that the patient confirms later. */
const preparedCard = async (at: PayingClinic) => {
  const { body } = await patient.post('/api/create-payment-intent', { price: 140, bookingId });
  const secret = String(body['clientSecret']);
  return { transactionId: intentOf(secret), confirm: () => at.confirm(secret) };
};
const refundedOf = (transactionId: string) =>
  clinic.sandbox.stripe.charges().find((charge) => charge.payment_intent === transactionId)?.amount_refunded;

describe('an appointment that must be paid when it is booked', () => {
  it('is not cancelled by a node without payments, which does the jobs that are still scheduled', async () => {
    await bookedBefore(41);
    const { pool } = clinic.app.database;
    await pool.query('insert into pgboss.job (name) values ($1)', [RELEASE_JOB]);
    await using without = await startTestApp({ beside: clinic.app, environment: { PAYMENTS: 'off' } });
    await without.runJobs();
    const { rows } = await pool.query("select from pgboss.job where name = $1 and state < 'completed'", [RELEASE_JOB]);
    expect(rows).toEqual([]);
    expect(await booking()).toMatchObject({ state: 'booked' });
  });

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
      cancelReason: expect.stringMatching(
        /^It was not paid by .+ [AP]M\. You can book again if the time is still free\.$/,
      ),
    });
    expect(await booking()).not.toHaveProperty('payBy');
    await clinic.app.deliverMail();
    expect(clinic.app.mails.at(-1)).toMatchObject({
      to: patient.email,
      text: expect.stringContaining('It was not paid by '),
    });
    expect(clinic.app.mails.at(-1)?.text).not.toContain('refunding');
  });

  it('stays once it is paid, or a payment is being checked', async () => {
    await bookedBefore(10);
    await reportPayment(await clinic.confirmedCard(patient, bookingId));
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

  it('stays while a payment that an admin rejected is on its way back, and then there is time to pay again', async () => {
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    clinic.sandbox.sslcommerz.choose(sessionKey, 'pay-with-risk');
    await clinic.sandbox.sslcommerz.settled();
    await bookedBefore(120);
    const admin = await personWith(clinic.app, { isAdmin: true });
    const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
    const [held] = body['payments'] as { _id: string }[];
    await admin.post(`/api/admin/payments/${String(held?._id)}/reject`, { reason: 'Not them.' });
    await clinic.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked', paid: false });

    await clinic.app.runJobs();
    await clinic.app.releaseUnpaid();
    const { state, payBy: until } = await booking();
    expect(state).toBe('booked');
    expect(Date.parse(String(until))).toBeGreaterThan(Date.now() + 25 * 60_000);
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

  it('is not cancelled once it is paid, even if nobody has reported that payment', async () => {
    await bookedBefore(41);
    await clinic.confirmedCard(patient, bookingId);
    await clinic.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked', paid: true });
  });

  it('refunds a payment that arrives after it was cancelled', async () => {
    await bookedBefore(41);
    const { transactionId, confirm } = await preparedCard(clinic);
    await clinic.app.releaseUnpaid();
    await confirm();
    await reportPayment(transactionId);
    await clinic.app.runJobs();
    expect(await booking()).toMatchObject({ state: 'cancelled', paid: false });
    expect(refundedOf(transactionId)).toBe(14_000);
  });

  it('is either paid or cancelled and refunded, if it is paid while it is being cancelled', async () => {
    for (let round = 0; round < 6; round += 1) {
      bookingId = await clinic.booking(patient);
      await bookedBefore(41);
      const { transactionId, confirm } = await preparedCard(clinic);
      await Promise.all([confirm().then(() => reportPayment(transactionId)), clinic.app.releaseUnpaid()]);
      await clinic.app.runJobs();
      const { state, paid } = await booking();
      if (paid === true)
        expect({ state, refunded: refundedOf(transactionId) }).toEqual({ state: 'booked', refunded: 0 });
      else expect({ state, refunded: refundedOf(transactionId) }).toEqual({ state: 'cancelled', refunded: 14_000 });
    }
  });
});

it('a clinic without a payment provider cannot require online payment, and the server logs a warning at its start if it does', async () => {
  await using app = await startTestApp();
  const admin = await personWith(app, { isAdmin: true });
  const send = (payment: string) => admin.request('PUT', '/api/clinic/rules', { body: { payment } });
  expect(await send('at-booking')).toMatchObject({ status: 409, body: { code: 'NO_PAYMENTS' } });
  expect(await send('at-clinic')).toMatchObject({ status: 200 });

  const { db } = app.database;
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  await logRuleWithoutPayments(db, { payments: NO_PAYMENTS, log });
  await db.execute(sql`update clinic set payment = 'at-booking'`);
  await logRuleWithoutPayments(db, { payments: { ...NO_PAYMENTS, cards: { from: 'sandbox' } }, log });
  expect(lines).toEqual([]);
  await logRuleWithoutPayments(db, { payments: NO_PAYMENTS, log });
  expect(lines).toEqual([expect.stringContaining('no payment provider is set')]);
});

describe('a clinic that asks for payment at booking', () => {
  let paying: PayingClinic;
  let optionId: string;
  let day = 0;
  const MINUTE = 60_000;
  /** Ten in the morning, because a deadline depends on whether it is night. */
  const TOMORROW = new Date(Date.now() + 1440 * MINUTE).toISOString().slice(0, 10);
  const START = Date.parse(`${TOMORROW}T10:00:00Z`);
  const later = (minutes: number) => {
    paying.app.clock = new Date(START + minutes * MINUTE);
  };

  beforeAll(async () => {
    paying = await startPayingClinic();
    const admin = await personWith(paying.app, { isAdmin: true });
    const rules = { payment: 'at-booking', payWithinMinutes: 60, freeCancellationHours: 24, leastNoticeMinutes: 0 };
    await admin.request('PUT', '/api/clinic/rules', { body: rules });
    ({ optionId } = await openOption(paying.app.database.db, { treatment: 'Podiatry', priceMinor: 14_000 }));
  });
  afterAll(() => paying.close());

  beforeEach(async () => {
    later(0);
    paying.sandbox.stripe.deliver({ how: 'never' });
    paying.sandbox.stripe.outage(undefined);
    paying.sandbox.sslcommerz.outage(undefined);
    patient = await paying.app.person();
    day += 1;
    bookingId = String((await book(patient)).body['insertedId']);
  });

  const book = (by: TestClient, slot = '09:00 AM - 09:30 AM') =>
    bookAs(by, {
      appointmentDate: mediumDateFromIso(new Date(START + (day + 1) * 1440 * MINUTE).toISOString().slice(0, 10)),
      treatment: 'Podiatry',
      slot,
      optionId,
      price: 140,
    });
  const mailsAbout = async (text: string) => {
    await paying.app.deliverMail();
    return paying.app.mails.filter((mail) => mail.to === patient.email && mail.text.includes(text));
  };
  const left = (transactionId: string) =>
    paying.sandbox.stripe.charges().find((charge) => charge.payment_intent === transactionId)?.amount_refunded;

  it('says what it asks for with the hold, before anything is booked, and until when cancelling is free after it', async () => {
    const iso = new Date(START + (day + 1) * 1440 * MINUTE).toISOString().slice(0, 10);
    const appointmentDate = mediumDateFromIso(iso);
    const held = await patient.post('/api/holds', { optionId, appointmentDate, slot: '10:00 AM - 10:30 AM' });
    const before = (start: string, hours: number) =>
      new Date(Date.parse(`${iso}T${start}:00Z`) - hours * 60 * MINUTE).toISOString();
    const freeUntil = before('10:00', 24);
    expect(held.body['terms']).toEqual({ payWithinMinutes: 60, freeUntil });
    const booked = await patient.get(`/api/bookings/${bookingId}`);
    expect(booked.body).toMatchObject({ freeUntil: before('09:00', 24), payBy: expect.any(String) });
  });

  it('gives as long as its rule says, and reminds when a third of that is left', async () => {
    const { bookedAt, payBy: until } = await booking();
    expect(Date.parse(String(until)) - Date.parse(String(bookedAt))).toBe(60 * MINUTE);
    later(39);
    expect(await mailsAbout('is not paid yet')).toEqual([]);
    later(41);
    expect(await mailsAbout('is not paid yet')).toHaveLength(1);
    later(69);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked' });
    later(71);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({
      state: 'cancelled',
      cancelReason: `It was not paid by ${mediumDateFromIso(TOMORROW)}, 11:00 AM. You can book again if the time is still free.`,
    });
  });

  it('has to be paid and is cancelled before it starts, or may be paid at the clinic if that is too soon', async () => {
    const nine = (day + 1) * 1440 - 60;
    const bookAt = async (minutes: number) => {
      later(nine + minutes);
      patient = await paying.app.person();
      bookingId = String((await book(patient, '10:00 AM - 10:30 AM')).body['insertedId']);
    };
    await bookAt(25);
    expect(Date.parse(String((await booking())['payBy']))).toBe(START + (nine + 45) * MINUTE);
    later(nine + 56);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'cancelled' });

    await bookAt(57);
    expect(await booking()).not.toHaveProperty('payBy');
    expect(await mailsAbout('Price: $140.00. You can pay at the clinic.')).toHaveLength(1);
    later(nine + 59);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked', paid: false });
  });

  it('has to be paid if it started too soon for that and its patient moves it to a later day, not if staff do', async () => {
    const desk = await personWith(paying.app, { isFrontDesk: true });
    const move = async (by: TestClient, days: number) => {
      const iso = new Date(START + (day + days) * 1440 * MINUTE).toISOString().slice(0, 10);
      const time = { appointmentDate: mediumDateFromIso(iso), slot: '11:00 AM - 11:30 AM' };
      expect((await by.post(`/api/bookings/${bookingId}/move`, time)).status).toBe(200);
    };
    const ten = (day + 1) * 1440;
    later(ten - 3);
    patient = await paying.app.person();
    bookingId = String((await book(patient, '10:00 AM - 10:30 AM')).body['insertedId']);
    await paying.app.database.db.execute(sql`update bookings set free_cancellation_hours = 0 where id = ${bookingId}`);
    await move(desk, 2);
    expect(await booking()).not.toHaveProperty('payBy');
    expect(await mailsAbout('Payment: You can pay at the clinic.')).toHaveLength(1);

    const iso = new Date(START + (day + 3) * 1440 * MINUTE).toISOString().slice(0, 10);
    const time = { appointmentDate: mediumDateFromIso(iso), slot: '11:00 AM - 11:30 AM', optionId };
    const terms = (by: TestClient) =>
      by.get(`/api/bookings/${bookingId}/move-terms?${new URLSearchParams(time).toString()}`);
    const message = 'Pay online within 1 hour after the move, or the appointment is cancelled.';
    expect((await terms(patient)).body).toEqual({ message });
    expect((await terms(desk)).body).toEqual({});
    await move(patient, 3);
    expect(Date.parse(String((await booking())['payBy']))).toBe(START + (ten + 57) * MINUTE);
    const [asking, ...others] = await mailsAbout('Payment: Please pay by ');
    expect(asking?.text).toContain('See and pay for your appointments');
    expect(others).toEqual([]);
    const token = /\/visit#token=(\S+)/.exec(asking?.text ?? '')?.[1];
    expect((await patient.post('/api/visit', { token })).body).toMatchObject({ payBy: (await booking())['payBy'] });
    later(ten + 57 + 11);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'cancelled' });
  });

  it('may be paid at the clinic if staff move it to a sooner time, which the email about the move says', async () => {
    const desk = await personWith(paying.app, { isFrontDesk: true });
    const sooner = { appointmentDate: mediumDateFromIso(TOMORROW), slot: '10:30 AM - 11:00 AM' };
    expect((await desk.post(`/api/bookings/${bookingId}/move`, sooner)).status).toBe(200);
    expect(await booking()).not.toHaveProperty('payBy');
    expect(await mailsAbout('Payment: You can pay at the clinic.')).toHaveLength(1);
  });

  it('has less time to pay if its patient moves it to a sooner time, with a reminder of the new deadline', async () => {
    const move = { appointmentDate: mediumDateFromIso(TOMORROW), slot: '11:00 AM - 11:30 AM', price: 140 };
    expect((await patient.post(`/api/bookings/${bookingId}/move`, move)).status).toBe(200);
    expect(Date.parse(String((await booking())['payBy']))).toBe(START + 45 * MINUTE);
    later(29);
    expect(await mailsAbout('is not paid yet')).toEqual([]);
    later(31);
    expect(await mailsAbout('is not paid yet')).toHaveLength(1);
    later(56);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'cancelled' });
  });

  it('reminds nobody who has paid', async () => {
    const transactionId = await paying.confirmedCard(patient, bookingId);
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    later(41);
    expect(await mailsAbout('is not paid yet')).toEqual([]);
  });

  it('asks nobody to pay whose payment is on hold', async () => {
    const sessionKey = await paying.hostedPage(patient, bookingId);
    paying.sandbox.sslcommerz.choose(sessionKey, 'pay-with-risk');
    await paying.sandbox.sslcommerz.settled();
    later(41);
    expect(await mailsAbout('Please pay by')).toEqual([]);
    expect(await mailsAbout('Your appointment is booked')).toHaveLength(1);
  });

  it('waits for a payment that is being processed, without a reminder, and gives a day to pay again if it fails', async () => {
    const transactionId = await paying.confirmedCard(patient, bookingId, { card: CARDS.processing });
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    later(41);
    expect(await mailsAbout('is not paid yet')).toEqual([]);
    later(1000);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked', paid: false });

    // At 2:40 AM.
    paying.sandbox.stripe.finishPayment(transactionId, 'failed');
    await paying.app.reconcile();
    const { payBy: until } = await booking();
    expect(Date.parse(String(until))).toBe(START + 46 * 60 * MINUTE);
    expect(await mailsAbout('is not paid yet')).toHaveLength(1);
    later(1000 + 71);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked' });
    later(45 * 60);
    expect(await mailsAbout('is not paid yet')).toHaveLength(2);
    later(46 * 60 + 11);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'cancelled' });
  });

  it('names no deadline that was over before the email about the booking was sent', async () => {
    later(61);
    expect(await mailsAbout('Please pay by')).toEqual([]);
    expect(await mailsAbout('Your appointment is booked')).toHaveLength(1);
  });

  it.each(['card', 'hosted page'])(
    'gives more time, but not for ever, while the provider cannot be asked about a payment by %s',
    async (way) => {
      await (way === 'card' ? preparedCard(paying) : paying.hostedPage(patient, bookingId));
      paying.sandbox.stripe.outage({ how: 'error-503' });
      paying.sandbox.sslcommerz.outage({ how: 'error-503' });
      later(71);
      await paying.app.releaseUnpaid();
      const { state, payBy: until } = await booking();
      expect(state).toBe('booked');
      expect(Date.parse(String(until))).toBe((paying.app.clock?.getTime() ?? 0) + 60 * MINUTE);

      later(24 * 60 + 1);
      await paying.app.releaseUnpaid();
      expect(await booking()).toMatchObject({ state: 'cancelled' });
    },
  );

  it('is cancelled even if asking the provider about another one takes long or fails', async () => {
    const slow = bookingId;
    const ids: string[] = [slow];
    for (const slot of ['10:00 AM - 10:30 AM', '11:00 AM - 11:30 AM']) {
      ids.push(String((await book(await paying.app.person(), slot)).body['insertedId']));
    }
    later(71);
    const [answered, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [failing, cancelled]: [unknown, string[]] = [ids[1], []];
    const job = releaseJob({
      db: paying.app.database.db,
      log: pino({ level: 'silent' }),
      takesPayments: true,
      now: () => paying.app.clock ?? new Date(),
      jobs: { send: async () => undefined, alone: (_, work) => work() },
      askAboutPayments: async (id) => {
        if (id === slow) await answered.promise;
        if (id === failing) throw new Error('planted');
        return true;
      },
      cancelBookings: async (_, { which }) => {
        cancelled.push(...('bookingIds' in which ? which.bookingIds : []));
        if (cancelled.includes(ids[2] ?? '')) others.resolve();
        return [];
      },
    });
    const running = job.work({});
    await others.promise;
    expect(cancelled).not.toContain(slow);
    answered.resolve();
    await running;
    expect(cancelled).toContain(slow);
    expect(cancelled).not.toContain(failing);
  });

  it('sends a reminder after a second extension if the reminder of the first could not be sent in time', async () => {
    await paying.hostedPage(patient, bookingId);
    paying.sandbox.sslcommerz.outage({ how: 'error-503' });
    later(41);
    expect(await mailsAbout('is not paid yet')).toHaveLength(1);
    for (const extensions of [1, 2]) {
      later(71 * extensions);
      await paying.app.releaseUnpaid();
    }
    later(71 * 2 + 41);
    expect(await mailsAbout('is not paid yet')).toHaveLength(2);
  });

  it('reminds once of a deadline that was extended because a provider does not answer, however long that takes', async () => {
    await paying.hostedPage(patient, bookingId);
    paying.sandbox.sslcommerz.outage({ how: 'error-503' });
    later(41);
    expect(await mailsAbout('is not paid yet')).toHaveLength(1);
    for (const extensions of [1, 2, 3]) {
      later(71 * extensions);
      await paying.app.releaseUnpaid();
      later(71 * extensions + 41);
      expect(await mailsAbout('is not paid yet')).toHaveLength(2);
    }
  });

  it.each([
    ['by card', '/api/create-payment-intent'],
    ['on the hosted page', '/api/order'],
  ])('gives more time to a patient who could not pay %s because the provider did not answer', async (_way, path) => {
    paying.sandbox.stripe.outage({ how: 'error-503' });
    paying.sandbox.sslcommerz.outage({ how: 'error-503' });
    later(50);
    expect((await patient.post(path, { price: 140, bookingId })).status).toBe(503);
    paying.sandbox.stripe.outage(undefined);
    paying.sandbox.sslcommerz.outage(undefined);
    later(71);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked' });
    later(71 + 71);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'cancelled' });
  });

  it('books again for a payment that arrives too late, if the time is still free', async () => {
    const { transactionId, confirm } = await preparedCard(paying);
    later(71);
    await paying.app.releaseUnpaid();
    await confirm();
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    await paying.app.runJobs();
    expect(await booking()).toMatchObject({
      state: 'booked',
      paid: true,
      history: [{ state: 'booked' }, { state: 'cancelled', as: 'system' }, { state: 'booked', as: 'system' }],
    });
    expect(left(transactionId)).toBe(0);
    expect(await mailsAbout('so it is booked again')).toHaveLength(1);
  });

  it('is booked again under the lock of the hours even if it is cancelled while the payment waits for it', async () => {
    const { transactionId, confirm } = await preparedCard(paying);
    await confirm();
    later(71);
    const release = await paying.app.database.pool.connect();
    try {
      await release.query('begin');
      await release.query(
        `update bookings set state = 'cancelled', cancel_refund = 'full', changed_at = changed_at + interval '1 hour',
          changed_as = 'system', changed_by = null, change_reason = 'Not paid.' where id = $1`,
        [bookingId],
      );
      const reported = patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
      await expect.poll(() => countLockWaits(paying.app.database.pool)).toBe(1);
      const { rows } = await paying.app.database.pool.query(
        "select pg_try_advisory_xact_lock(hashtext('openhours'), hashtext('timetable')) as is_free",
      );
      expect(rows).toEqual([{ is_free: false }]);
      await release.query('commit');
      expect((await reported).status).toBe(200);
    } finally {
      release.release();
    }
    expect(await booking()).toMatchObject({ state: 'booked', paid: true });
  });

  it('sends no email that it is booked again once it has begun', async () => {
    const { transactionId, confirm } = await preparedCard(paying);
    later(71);
    await paying.app.releaseUnpaid();
    await confirm();
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    later((day + 2) * 1440);
    expect(await mailsAbout('so it is booked again')).toEqual([]);
  });

  it('does not book again under an account that was closed meanwhile', async () => {
    const { id: treatedId } = await personWith(paying.app);
    await paying.app.database.db.execute(sql`update bookings set treated_id = ${treatedId} where id = ${bookingId}`);
    later(71);
    await paying.app.releaseUnpaid();
    expect((await patient.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    const again = await inTransaction(paying.app.database.db, async (tx) => {
      const now = paying.app.clock ?? new Date();
      const released = await lockForPayment(tx, bookingId);
      return released && bookAgain(tx, { booking: released, now });
    });
    expect(again).toMatchObject({ state: 'cancelled', changedAs: 'system' });
  });

  it('refunds a payment that arrives too late, if somebody else has the time or the patient cancelled', async () => {
    const { transactionId, confirm } = await preparedCard(paying);
    later(71);
    await paying.app.releaseUnpaid();
    await confirm();
    expect((await book(await paying.app.person())).status).toBe(200);
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    await paying.app.runJobs();
    expect(await booking()).toMatchObject({ state: 'cancelled', paid: false });
    expect(left(transactionId)).toBe(14_000);

    later(0);
    day += 1;
    bookingId = String((await book(patient)).body['insertedId']);
    const second = await paying.confirmedCard(patient, bookingId);
    await patient.post(`/api/bookings/${bookingId}/cancel`, {});
    await patient.post('/api/payments', { price: 140, transactionId: second, email: patient.email, bookingId });
    await paying.app.runJobs();
    expect(await booking()).toMatchObject({ state: 'cancelled', paid: false });
    expect(left(second)).toBe(14_000);
  });

  it('lets a patient pay at the clinic whose payment fails shortly before the appointment', async () => {
    const transactionId = await paying.confirmedCard(patient, bookingId, { card: CARDS.processing });
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    // At seven in the morning, for nine.
    later((day + 1) * 1440 - 3 * 60);
    paying.sandbox.stripe.finishPayment(transactionId, 'failed');
    await paying.app.reconcile();
    expect(await booking()).not.toHaveProperty('payBy');
    expect(await mailsAbout('or it will be cancelled')).toEqual([]);
    expect(await mailsAbout('It stays booked, and you can pay at the clinic.')).toHaveLength(1);
    later((day + 1) * 1440 - 65);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked', paid: false });
  });

  it('starts the payment deadline again if what was free of charge gets a price', async () => {
    const setPrice = (minor: number) =>
      paying.app.database.db.execute(sql`update treatments set price_minor = ${minor} where name = 'Podiatry'`);
    const move = async (slot: string, price: number) =>
      patient.post(`/api/bookings/${bookingId}/move`, {
        appointmentDate: (await booking())['appointmentDate'],
        slot,
        price,
      });
    await setPrice(0);
    expect((await move('10:00 AM - 10:30 AM', 0)).status).toBe(200);
    expect(await booking()).not.toHaveProperty('payBy');
    later(120);
    await setPrice(14_000);
    expect((await move('11:00 AM - 11:30 AM', 140)).status).toBe(200);
    await paying.app.releaseUnpaid();
    const { state, payBy: until } = await booking();
    expect(state).toBe('booked');
    expect(Date.parse(String(until))).toBe((paying.app.clock?.getTime() ?? 0) + 60 * MINUTE);
    later(120 + 41);
    expect(await mailsAbout('is not paid yet')).toHaveLength(1);
  });

  it('gives a day to pay again after a payment went back', async () => {
    const transactionId = await paying.confirmedCard(patient, bookingId);
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    await paying.app.database.db.execute(sql`update treatments set price_minor = 15000 where name = 'Podiatry'`);
    later(120);
    const { appointmentDate } = await booking();
    const move = { appointmentDate, slot: '10:00 AM - 10:30 AM', price: 150 };
    expect((await patient.post(`/api/bookings/${bookingId}/move`, move)).status).toBe(200);
    await paying.app.runJobs();
    await paying.app.releaseUnpaid();
    const { state, paid, payBy: until } = await booking();
    expect({ state, paid }).toEqual({ state: 'booked', paid: false });
    expect(Date.parse(String(until))).toBe((paying.app.clock?.getTime() ?? 0) + 1440 * MINUTE);
    await paying.app.database.db.execute(sql`update treatments set price_minor = 14000 where name = 'Podiatry'`);
    expect(await mailsAbout('Payment: Please pay by')).toHaveLength(1);
    expect(await mailsAbout('is not paid yet')).toEqual([]);
  });

  it('says that the higher price of a move to a time soon can be paid at the clinic, once the payment went back', async () => {
    // Two days before the appointment, at two o'clock. It is booked, paid and moved within the time of its deadline.
    const soon = Date.parse(String((await booking())['startsAt'])) - 43 * 60 * MINUTE;
    paying.app.clock = new Date(soon - 11 * MINUTE);
    patient = await paying.app.person();
    bookingId = String((await book(patient, '10:00 AM - 10:30 AM')).body['insertedId']);
    const transactionId = await paying.confirmedCard(patient, bookingId);
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    await paying.app.database.db.execute(sql`update treatments set price_minor = 15000 where name = 'Podiatry'`);
    const appointmentDate = mediumDateFromIso(new Date(soon).toISOString().slice(0, 10));
    const move = { appointmentDate, slot: '02:00 PM - 02:30 PM', price: 150 };
    expect((await patient.post(`/api/bookings/${bookingId}/move`, move)).status).toBe(200);
    await paying.app.database.db.execute(sql`update treatments set price_minor = 14000 where name = 'Podiatry'`);
    expect(await mailsAbout('you can pay at the clinic')).toEqual([]);
    await paying.app.runJobs();
    expect(left(transactionId)).toBe(14_000);
    expect(await booking()).toMatchObject({ state: 'booked', paid: false, price: 150 });
    expect(await booking()).not.toHaveProperty('payBy');
    expect(await mailsAbout('Payment: You can pay at the clinic.')).toHaveLength(1);
    expect(await mailsAbout('Your appointment is not paid')).toEqual([]);
  });

  it('keeps an appointment whose payment an admin gave back, to be paid at the clinic', async () => {
    const transactionId = await paying.confirmedCard(patient, bookingId);
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    const admin = await personWith(paying.app, { isAdmin: true });
    const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
    const [payment] = body['payments'] as { _id: string }[];
    await admin.post(`/api/admin/payments/${payment?._id ?? ''}/refunds`, { reason: 'A good one.' });
    expect(left(transactionId)).toBe(14_000);
    expect(await booking()).toMatchObject({ state: 'booked', paid: false });
    expect(await booking()).not.toHaveProperty('payBy');
    expect(await mailsAbout('is not paid yet')).toEqual([]);
    expect(await mailsAbout('Your appointment stays booked, and you can pay at the clinic.')).toHaveLength(1);
    const { appointmentDate } = await booking();
    const moved = { appointmentDate, slot: '11:00 AM - 11:30 AM' };
    expect((await patient.post(`/api/bookings/${bookingId}/move`, moved)).status).toBe(200);
    expect(await booking()).not.toHaveProperty('payBy');
    later(1440 + 11);
    await paying.app.releaseUnpaid();
    expect(await booking()).toMatchObject({ state: 'booked' });
  });

  it('does not say that an appointment which has begun stays booked, when its payment is given back', async () => {
    const transactionId = await paying.confirmedCard(patient, bookingId);
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    later((day + 2) * 1440);
    const admin = await personWith(paying.app, { isAdmin: true });
    const { body } = await admin.get(`/api/payments/booking/${bookingId}`);
    const [payment] = body['payments'] as { _id: string }[];
    await admin.post(`/api/admin/payments/${payment?._id ?? ''}/refunds`, { reason: 'A good one.' });
    expect(left(transactionId)).toBe(14_000);
    expect(await mailsAbout('The clinic decided this refund.')).toHaveLength(1);
    expect(await mailsAbout('stays booked')).toEqual([]);
  });
});

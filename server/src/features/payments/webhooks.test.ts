import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { CARDS, moveToDoctor, startPayingClinic } from '../../../testing/paying.ts';
import { bookings } from '../../database/schema/booking.ts';

let patient: RoledClient;
let bookingId: string;

const clinic = await startPayingClinic();
const admin = await personWith(clinic.app, { isAdmin: true });

beforeEach(async () => {
  clinic.sandbox.stripe.deliver({ how: 'at-once' });
  patient = await personWith(clinic.app);
  bookingId = await clinic.booking(patient);
});

const isPaid = async () => (await patient.get(`/api/bookings/${bookingId}`)).body['paid'];
const paymentsOf = async () =>
  (await patient.get(`/api/payments/booking/${bookingId}`)).body['payments'] as { state: string; _id: string }[];
const report = (transactionId: string) =>
  patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
const chargeOf = (transactionId: string) =>
  clinic.sandbox.stripe.charges().find((charge) => charge.payment_intent === transactionId);
const send = async (body: string, signature?: string) =>
  fetch(`${clinic.app.url}/api/webhooks/stripe`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(signature ? { 'stripe-signature': signature } : {}) },
  });
const sign = (body: string, { secret = clinic.sandbox.stripe.webhookSecret, at = Date.now() } = {}) => {
  const seconds = Math.floor(at / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

describe("the card provider's webhook", () => {
  it('pays for the booking if the browser was closed after the confirmation', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    await clinic.sandbox.stripe.settled();
    expect(await isPaid()).toBe(true);
    expect((await report(transactionId)).body['insertedId']).toBe((await paymentsOf())[0]?._id);
  });

  it.each(['twice', 'out-of-order'] as const)('records one payment from events delivered %s', async (how) => {
    clinic.sandbox.stripe.deliver({ how, delayMs: 50 });
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const [reported] = await Promise.all([report(transactionId), clinic.sandbox.stripe.settled()]);
    await expect.poll(isPaid).toBe(true);
    expect(reported.status).toBe(200);
    expect(await paymentsOf()).toMatchObject([{ state: 'paid' }]);
  });

  it('processes an event once, even if it is delivered again after an error', async () => {
    clinic.sandbox.stripe.deliver({ how: 'never' });
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const event = clinic.sandbox.stripe
      .events()
      .find(({ type, data }) => type === 'payment_intent.succeeded' && data.object.id === transactionId);
    clinic.sandbox.disturb(({ method }) => (method === 'GET' ? { how: 'error-500' } : undefined));
    const [failed] = await clinic.sandbox.stripe.deliverNow(event?.id);
    expect(failed?.status).toBe(503);
    clinic.sandbox.disturb(undefined);
    const [first] = await clinic.sandbox.stripe.deliverNow(event?.id);
    const [second] = await clinic.sandbox.stripe.deliverNow(event?.id);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('refuses events that are unsigned, signed with a wrong key, altered, or an hour old', async () => {
    clinic.sandbox.stripe.deliver({ how: 'never' });
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const body = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      livemode: false,
      type: 'payment_intent.succeeded',
      data: { object: { object: 'payment_intent', id: transactionId } },
    });
    expect((await send(body)).status).toBe(400);
    expect((await send(body, sign(body, { secret: 'whsec_guess' }))).status).toBe(400);
    expect((await send(`${body} `, sign(body))).status).toBe(400);
    expect((await send(body, sign(body, { at: Date.now() - 3_600_000 }))).status).toBe(400);
    expect(await isPaid()).toBe(false);
    expect((await send(body, sign(body))).status).toBe(200);
    expect(await isPaid()).toBe(true);
  });

  it('does not trust events: a signed event about a failed payment changes nothing', async () => {
    clinic.sandbox.stripe.deliver({ how: 'never' });
    const { body } = await patient.post('/api/create-payment-intent', { price: 140, bookingId });
    const transactionId = String(body['clientSecret']).split('_secret_')[0];
    const event = JSON.stringify({
      id: 'evt_wrong',
      object: 'event',
      livemode: false,
      type: 'payment_intent.succeeded',
      data: { object: { object: 'payment_intent', id: transactionId, status: 'succeeded' } },
    });
    expect((await send(event, sign(event))).status).toBe(200);
    expect(await isPaid()).toBe(false);
  });

  it('ignores events of the other mode (test or live) and about foreign objects', async () => {
    clinic.sandbox.stripe.deliver({ how: 'never' });
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const about = (id: string, livemode: boolean) =>
      JSON.stringify({
        id: `evt_${id}${livemode}`,
        object: 'event',
        livemode,
        data: { object: { object: 'payment_intent', id } },
      });
    for (const event of [about(transactionId, true), about('pi_unknown', false)]) {
      expect((await send(event, sign(event))).status).toBe(200);
    }
    expect(await isPaid()).toBe(false);
  });

  it('records a refund that was made at the provider directly', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    await report(transactionId);
    await fetch(`${clinic.sandbox.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clinic.sandbox.stripe.secretKey}` },
      body: new URLSearchParams({ payment_intent: transactionId, amount: '4000' }),
    });
    await clinic.sandbox.stripe.settled();
    expect(await paymentsOf()).toMatchObject([{ state: 'paid', refunded: 40, refunds: [{ state: 'succeeded' }] }]);
    expect(chargeOf(transactionId)?.amount_refunded).toBe(4000);
  });

  it.each(['at-once', 'never'] as const)('lists a dispute until it is won (events: %s)', async (how) => {
    clinic.sandbox.stripe.deliver({ how });
    const transactionId = await clinic.confirmedCard(patient, bookingId, { card: CARDS.disputed });
    await clinic.sandbox.stripe.settled();
    await report(transactionId);
    const disputes = async () => {
      if (how === 'never') await admin.post('/api/admin/payment-reconciliation', {});
      await clinic.sandbox.stripe.settled();
      const { body } = await admin.get('/api/admin/payment-differences');
      return (body as unknown as { transactionId: string }[]).filter((one) => one.transactionId === transactionId);
    };
    expect(await disputes()).toMatchObject([
      {
        kind: 'disputed',
        bookingId,
        message: 'The payer disputes $140.00 (fraudulent). Please answer at the provider.',
      },
    ]);
    const dispute = clinic.sandbox.stripe.disputes().find(({ payment_intent: of }) => of === transactionId);
    expect(clinic.sandbox.stripe.changeDispute(dispute?.id ?? '', 'won')).toBe(true);
    expect(await disputes()).toEqual([]);
    expect(await isPaid()).toBe(true);
  });

  describe('about a lost dispute', () => {
    let transactionId: string;
    const becomes = async (...states: Parameters<typeof clinic.sandbox.stripe.changeDispute>[1][]) => {
      const dispute = clinic.sandbox.stripe.disputes().find(({ payment_intent: of }) => of === transactionId);
      for (const state of states) {
        clinic.sandbox.stripe.changeDispute(dispute?.id ?? '', state);
        await clinic.sandbox.stripe.settled();
      }
    };
    const lose = () => becomes('lost');
    const appeal = () => becomes('appeal_needs_response', 'appeal_under_review', 'won');
    const compare = () => admin.post('/api/admin/payment-reconciliation', {});
    const ours = async () => {
      const { body } = await admin.get('/api/admin/payment-differences');
      return (body as unknown as { transactionId: string }[]).filter((one) => one.transactionId === transactionId);
    };
    const seen = async () => (await admin.get(`/api/bookings/${bookingId}`)).body;
    const payInCash = () => admin.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price: 140 });

    beforeEach(async () => {
      transactionId = await clinic.confirmedCard(patient, bookingId, { card: CARDS.disputed });
      await clinic.sandbox.stripe.settled();
      await report(transactionId);
    });

    it('records that the bank took the money back, and the booking can be paid at the clinic', async () => {
      await lose();
      expect(await seen()).toMatchObject({ paid: false, disputed: true, can: { takePayment: true } });
      expect(await paymentsOf()).toMatchObject([
        { state: 'refunded', refunds: [{ kind: 'bank', state: 'succeeded', amount: 140 }] },
      ]);
      expect(await ours()).toEqual([]);
      // Asking again changes nothing, and the books agree.
      await compare();
      expect(await ours()).toEqual([]);
      expect(await paymentsOf()).toMatchObject([{ refunded: 140 }]);
      expect((await payInCash()).status).toBe(200);
      expect(await seen()).toMatchObject({ paid: true });
      expect(await seen()).not.toHaveProperty('disputed');
      await admin.post(`/api/bookings/${bookingId}/cancel`, { reason: 'We are closed.' });
      await clinic.app.runJobs();
      expect(chargeOf(transactionId)?.amount_refunded).toBe(0);
    });

    it('that is won on appeal lets the payment count again, or tells the admins if another one does', async () => {
      await lose();
      await appeal();
      expect(await seen()).toMatchObject({ paid: true });
      expect(await ours()).toMatchObject([{ kind: 'refund-failed' }]);

      bookingId = await clinic.booking(patient);
      transactionId = await clinic.confirmedCard(patient, bookingId, { card: CARDS.disputed });
      await clinic.sandbox.stripe.settled();
      await lose();
      await payInCash();
      await appeal();
      expect((await paymentsOf()).map(({ state }) => state)).toEqual(['paid', 'refunded']);
      expect(await ours()).toMatchObject([
        { message: expect.stringMatching(/^The bank returned \$140\.00 to the clinic\. Please refund it if/) },
      ]);
    });

    it('is listed while a refund is under way, and recorded once that has failed', async () => {
      await clinic.app.database.db.execute(sql`insert into refunds
        (id, payment_id, amount_minor, currency, taken_minor, state, cause, requested_at, ask_at, done_at)
        select gen_random_uuid(), id, 14000, 'USD', 14000, 'pending', 'cancelled', now(), now(), null
        from payments where transaction_id = ${transactionId}`);
      await lose();
      expect((await seen())['paid']).toBe(true);
      expect(await ours()).toContainEqual(
        expect.objectContaining({
          kind: 'disputed',
          message: expect.stringContaining('though a refund was under way'),
        }),
      );
      await compare();
      expect(await seen()).toMatchObject({ paid: false, disputed: true });
      expect(await ours()).toMatchObject([{ kind: 'refund-failed' }]);
    });
  });

  it('promises no refund of a disputed payment, and tells staff', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId, { card: CARDS.disputed });
    await clinic.sandbox.stripe.settled();
    await report(transactionId);
    const path = `/api/bookings/${bookingId}`;
    expect((await admin.get(path)).body).toMatchObject({ paid: true, disputed: true });
    expect((await patient.get(path)).body).not.toHaveProperty('disputed');
    expect(await paymentsOf()).toMatchObject([{ state: 'paid', disputed: true }]);
    const rest = 'was disputed at the bank. It can be refunded only if the bank decides for the clinic.';
    const nothing = { refund: { amount: 0 } };
    expect((await patient.get(`${path}/cancellation`)).body).toMatchObject({
      ...nothing,
      message: `Your payment ${rest}`,
    });
    expect((await admin.get(`${path}/cancellation`)).body).toMatchObject({
      ...nothing,
      message: `The payment by ${patient.name} ${rest}`,
    });
    expect((await patient.get('/api/me/deletion')).body).toMatchObject({ bookingsAsPatient: 1, disputedAsPatient: 1 });
    expect((await admin.get(`/api/users/${patient.id}/deletion`)).body).toMatchObject({
      disputedAsPatient: 1,
      disputedAsDoctor: 0,
    });
    // Booked by this admin for somebody whom they look after, and too late to be cancelled free of charge by its patient.
    const { db } = clinic.app.database;
    const isIt = eq(bookings.id, bookingId);
    await db.update(bookings).set({ patientId: admin.id, freeCancellationHours: 9_999 }).where(isIt);
    expect((await admin.get(`/api/users/${patient.id}/deletion`)).body).toMatchObject({ disputedAsPatient: 0 });
    await db.update(bookings).set({ patientId: patient.id, freeCancellationHours: 0 }).where(isIt);
    const doctor = await personWith(clinic.app, { isDoctor: true });
    await moveToDoctor(clinic.app.database.db, { bookingId, doctorId: doctor.id });
    expect((await admin.get(`/api/users/${doctor.id}/deletion`)).body).toMatchObject({
      bookingsAsDoctor: 1,
      disputedAsDoctor: 1,
    });
    expect((await admin.post(`${path}/cancel`, { reason: 'We are closed.' })).body).toMatchObject(nothing);
    await clinic.app.deliverMail();
    const texts = clinic.app.mails.flatMap(({ to, text }) => (to === patient.email ? [text] : [])).join('\n');
    expect(texts).toContain(`Your payment ${rest}`);
    expect(texts).not.toMatch(/get back|are refunding/);
  });

  it('asks for no refund of a disputed payment when its booking is cancelled, and refunds it once the dispute is won', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId, { card: CARDS.disputed });
    await clinic.sandbox.stripe.settled();
    await report(transactionId);
    await admin.post(`/api/bookings/${bookingId}/cancel`, { reason: 'We are closed.' });
    await admin.post('/api/admin/payment-reconciliation', {});
    await clinic.app.runJobs();
    expect(await paymentsOf()).toMatchObject([{ state: 'paid', refunded: 0, refunds: [] }]);
    const dispute = clinic.sandbox.stripe.disputes().find(({ payment_intent: of }) => of === transactionId);
    clinic.sandbox.stripe.changeDispute(dispute?.id ?? '', 'won');
    await clinic.sandbox.stripe.settled();
    await clinic.app.runJobs();
    expect(chargeOf(transactionId)?.amount_refunded).toBe(14000);
    expect(await paymentsOf()).toMatchObject([{ state: 'refunded', refunds: [{ state: 'succeeded' }] }]);
  });

  it('accepts only POST, JSON and bodies of limited size', async () => {
    const url = `${clinic.app.url}/api/webhooks/stripe`;
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(url, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })).status).toBe(415);
    expect((await send('x'.repeat(300_000), sign('x'))).status).toBe(413);
    const form = new URLSearchParams({ tran_id: 'x'.repeat(17_000) });
    const ipn = `${clinic.app.url}/api/webhooks/sslcommerz/ipn`;
    expect((await fetch(ipn, { method: 'POST', body: form })).status).toBe(413);
  });
});

describe('a payment that arrives twice or too late', () => {
  it('pays once, with a card in one tab and the hosted page in another', async () => {
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    const { body } = await patient.post('/api/create-payment-intent', { price: 140, bookingId });
    clinic.sandbox.sslcommerz.choose(sessionKey, 'pay');
    await clinic.confirm(String(body['clientSecret']));
    await Promise.all([clinic.sandbox.stripe.settled(), clinic.sandbox.sslcommerz.settled()]);
    await clinic.app.runJobs();
    const states = (await paymentsOf()).map(({ state }) => state).toSorted();
    expect(states).toEqual(['paid', 'refunded']);
    expect(await isPaid()).toBe(true);
    const card = chargeOf(String(body['clientSecret']).split('_secret_')[0] ?? '');
    const hosted = clinic.sandbox.sslcommerz.payments()[0];
    const keptCharges = [card?.amount_refunded === 0, hosted?.refunds.length === 0];
    expect(keptCharges.filter(Boolean)).toHaveLength(1);
    expect(clinic.app.mails.some(({ to, subject }) => to === patient.email && subject.startsWith('Refund of'))).toBe(
      true,
    );
  });

  it('is refunded if the booking was cancelled', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId, { card: CARDS.processing });
    await clinic.app.database.db.execute(
      sql`update bookings set state = 'cancelled', change_reason = 'A test.' where id = ${bookingId}`,
    );
    clinic.sandbox.stripe.finishPayment(transactionId, 'succeeded');
    await clinic.sandbox.stripe.settled();
    await clinic.app.runJobs();
    expect(chargeOf(transactionId)?.amount_refunded).toBe(14000);
    expect(await isPaid()).toBe(false);
  });
});

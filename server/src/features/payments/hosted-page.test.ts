import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { CARDS, startPayingClinic } from '../../../testing/paying.ts';
import type { TestClient } from '../../../testing/test-client.ts';

let patient: TestClient;
let bookingId: string;

const clinic = await startPayingClinic();

beforeEach(async () => {
  clinic.sandbox.disturb(undefined);
  clinic.sandbox.sslcommerz.deliverIpn({ how: 'at-once' });
  patient = await clinic.app.person();
  bookingId = await clinic.booking(patient);
});

const order = (by: TestClient, body: object = { price: 140, bookingId }, key = '') =>
  by.post('/api/order', body, { 'idempotency-key': key });
const isPaid = async (id = bookingId) => (await patient.get(`/api/bookings/${id}`)).body['paid'];
const paymentsOf = async (id = bookingId) =>
  (await patient.get(`/api/payments/booking/${id}`)).body['payments'] as { state: string }[];
const ipn = (fields: Record<string, string>) => clinic.post(`${clinic.app.url}/api/webhooks/sslcommerz/ipn`, fields);
const choose = (sessionKey: string, choice: 'pay' | 'pay-with-risk' | 'fail' | 'cancel') => {
  const back = clinic.sandbox.sslcommerz.choose(sessionKey, choice);
  if (!back) throw new Error('no such session');
  return back;
};

/** The number of pages that the provider has opened for a booking. */
async function sessionsOf(id: string): Promise<number> {
  const { rows } = await clinic.app.database.db.execute<{ reference: string }>(
    sql`select reference from payment_orders where booking_id = ${id}`,
  );
  const ours = new Set(rows.map(({ reference }) => reference));
  return clinic.sandbox.sslcommerz.payments().filter(({ transactionId }) => ours.has(transactionId)).length;
}

/** Signs fields as the gateway does, with our password or a wrong one. */
function signed(fields: Record<string, string>, password = clinic.sandbox.sslcommerz.storePassword) {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex');
  const all = new Map([...Object.entries(fields), ['store_passwd', md5(password)] as const]);
  const line = [...all.keys()].toSorted().map((name) => `${name}=${all.get(name)}`);
  return { ...fields, verify_key: Object.keys(fields).join(','), verify_sign: md5(line.join('&')) };
}

describe('opening the hosted page', () => {
  it("returns a page of the provider, for the booking's price", async () => {
    const answer = await order(patient);
    expect(answer.status).toBe(200);
    expect(new URL(String(answer.body['url'])).origin).toBe(clinic.sandbox.url);
    expect(clinic.sandbox.sslcommerz.payments()[0]).toMatchObject({ amount: '140.00', currency: 'USD' });
  });

  it('is refused for the same reasons as a card payment', async () => {
    expect((await order(patient, { price: 1, bookingId })).body).toMatchObject({ code: 'PRICE_DIFFERS', price: 140 });
    expect((await order(patient, { price: 140, currency: 'EUR', bookingId })).body).toMatchObject({
      code: 'PRICE_DIFFERS',
    });
    expect((await order(patient, { price: 139 })).body).toMatchObject({ code: 'WHICH_BOOKING' });
    expect((await order(await clinic.app.person())).status).toBe(404);
    await clinic.app.database.db.execute(
      sql`update bookings set state = 'cancelled', change_reason = 'A test.' where id = ${bookingId}`,
    );
    expect((await order(patient)).body).toMatchObject({ code: 'BOOKING_CANCELLED' });
  });

  it('opens one page for a repeated request, and returns an unused page again', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(patient, undefined, 'click')));
    expect(new Set(answers.map(({ body }) => body['url'])).size).toBe(1);
    expect((await order(patient)).body).toEqual(answers[0]?.body);
  });

  it('opens a new page after the price has changed', async () => {
    const first = (await order(patient)).body['url'];
    await clinic.app.database.db.execute(sql`update bookings set price_minor = 16000 where id = ${bookingId}`);
    const second = await order(patient, { price: 160, bookingId });
    expect(second.body['url']).not.toBe(first);
    expect(clinic.sandbox.sslcommerz.payments().some(({ amount }) => amount === '160.00')).toBe(true);
  });

  it('opens one page for parallel requests, with any idempotency keys', async () => {
    const keys = ['', '', '', 'one', 'another'];
    const answers = await Promise.all(keys.map((key) => order(patient, undefined, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body['url'])).size).toBe(1);
    expect(await sessionsOf(bookingId)).toBe(1);
  });

  it('opens a new page if the process that requested the first one crashed', async () => {
    await order(patient);
    await clinic.app.database.db.execute(
      sql`update payment_orders set page_url = null, created_at = now() - interval '20 seconds' where booking_id = ${bookingId}`,
    );
    const answers = await Promise.all([order(patient), order(patient), order(patient)]);
    expect(new Set(answers.map(({ body }) => body['url'])).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await sessionsOf(bookingId)).toBe(2);
  });

  it('refuses an amount that the provider does not accept', async () => {
    const cheap = await clinic.booking(patient, { priceMinor: 1 });
    const answer = await order(patient, { price: 0.01, bookingId: cheap });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ acknowledged: false, code: 'AMOUNT_NOT_TAKEN' });
  });

  it('refuses a currency in which the provider takes no payments', async () => {
    const foreign = await clinic.booking(patient, { priceMinor: 6000, currency: 'NZD' });
    const answer = await order(patient, { price: 60, bookingId: foreign });
    expect(answer).toMatchObject({ status: 409, body: { acknowledged: false, code: 'NOT_OFFERED' } });
  });

  it('is refused while a card payment is being processed', async () => {
    await clinic.confirmedCard(patient, bookingId, { card: CARDS.processing });
    await clinic.sandbox.stripe.settled();
    expect((await order(patient)).body).toMatchObject({ code: 'UNDER_WAY' });
  });

  it('opens a new page after a failed payment', async () => {
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    choose(sessionKey, 'fail');
    await clinic.sandbox.sslcommerz.settled();
    expect(await clinic.hostedPage(patient, bookingId)).not.toBe(sessionKey);
    expect(await isPaid()).toBe(false);
  });

  it('answers 503 when the provider does not answer or refuses', async () => {
    clinic.sandbox.disturb(() => ({ how: 'error-500' }));
    expect((await order(patient)).status).toBe(503);
    // No order is left that the next request would wait for.
    const { rows: open } = await clinic.app.database.db.execute(
      sql`select 1 from payment_orders where booking_id = ${bookingId} and state = 'open'`,
    );
    expect(open).toEqual([]);
    clinic.sandbox.disturb(undefined);
    expect((await order(patient)).status).toBe(200);
  });
});

describe('returning from the hosted page', () => {
  it.each([
    ['pay', 'success', true],
    ['fail', 'failed', false],
    ['cancel', 'cancelled', false],
  ] as const)('after %s leads to My Appointments with what happened', async (choice, payment, paid) => {
    clinic.sandbox.sslcommerz.deliverIpn({ how: 'never' });
    const back = choose(await clinic.hostedPage(patient, bookingId), choice);
    const answer = await clinic.post(back.url, back.fields);
    expect(answer.status).toBe(303);
    const to = new URL(answer.headers.get('location') ?? '');
    expect(to.origin).toBe(new URL(clinic.app.url).origin);
    expect(to.pathname + to.search).toBe(`/dashboard/myAppointment?payment=${payment}&booking=${bookingId}`);
    expect(await isPaid()).toBe(paid);
  });

  it('proves nothing: forged forms and signed forms about a failed payment have no effect', async () => {
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    const url = `${clinic.app.url}/api/webhooks/sslcommerz/success`;
    const { transactionId } = clinic.sandbox.sslcommerz.payments().find((one) => one.sessionKey === sessionKey) ?? {
      transactionId: '',
    };
    const claim = { status: 'VALID', tran_id: transactionId, val_id: 'made-up', amount: '140.00' };
    const plain = await clinic.post(url, claim);
    expect(plain.headers.get('location')).toMatch(/\/dashboard\/myAppointment$/);
    const pending = await clinic.post(url, signed(claim));
    expect(pending.headers.get('location')).toContain('payment=pending');
    expect(await isPaid()).toBe(false);
  });

  it('shows a page even if the provider does not answer; the payment is found later', async () => {
    clinic.sandbox.sslcommerz.deliverIpn({ how: 'never' });
    const back = choose(await clinic.hostedPage(patient, bookingId), 'pay');
    clinic.sandbox.disturb(() => ({ how: 'error-500' }));
    const answer = await clinic.post(back.url, back.fields);
    expect(answer.headers.get('location')).toContain(`payment=pending&booking=${bookingId}`);
    const isAwaited = async () => (await patient.get(`/api/payments/booking/${bookingId}`)).body['awaited'];
    expect(await isAwaited()).toBe(true);
    clinic.sandbox.disturb(undefined);
    const later = await clinic.post(back.url, back.fields);
    expect(later.headers.get('location')).toContain('payment=success');
    expect(await isPaid()).toBe(true);
    expect(await isAwaited()).toBeUndefined();
  });

  it.each(['the notification', 'the browser'])(
    'after a payment that only %s reports during an outage, the booking cannot be paid by card until the provider answers',
    async (reporter) => {
      clinic.sandbox.sslcommerz.deliverIpn({ how: 'never' });
      const back = choose(await clinic.hostedPage(patient, bookingId), 'pay');
      clinic.sandbox.disturb(({ provider }) => (provider === 'sslcommerz' ? { how: 'error-500' } : undefined));
      if (reporter === 'the browser') await clinic.post(back.url, back.fields);
      else expect((await ipn(back.fields)).status).toBe(503);
      const money = async () => (await patient.get(`/api/payments/booking/${bookingId}`)).body;
      expect(await money()).toMatchObject({ paid: false, underWay: true });
      const byCard = () => patient.post('/api/create-payment-intent', { price: 140, bookingId });
      expect((await byCard()).body).toMatchObject({ code: 'UNDER_WAY' });

      clinic.sandbox.disturb(undefined);
      await clinic.app.reconcile();
      expect(await money()).toMatchObject({ paid: true, underWay: false });
    },
  );

  it('that was opened before another, and paid during an outage, returns neither until the provider answers', async () => {
    clinic.sandbox.sslcommerz.deliverIpn({ how: 'never' });
    const first = await clinic.hostedPage(patient, bookingId);
    await clinic.app.database.db.execute(
      sql`update payment_orders set created_at = now() - interval '11 minutes' where booking_id = ${bookingId}`,
    );
    expect(await clinic.hostedPage(patient, bookingId)).not.toBe(first);
    const back = choose(first, 'pay');
    clinic.sandbox.disturb(({ provider }) => (provider === 'sslcommerz' ? { how: 'error-500' } : undefined));
    expect((await ipn(back.fields)).status).toBe(503);
    clinic.sandbox.disturb(undefined);
    expect((await order(patient)).body).toMatchObject({ code: 'UNDER_WAY' });
    await clinic.app.reconcile();
    expect((await order(patient)).body).toMatchObject({ code: 'ALREADY_PAID' });
  });

  it('closes a card form that is open when a payment is reported during an outage', async () => {
    const { body } = await patient.post('/api/create-payment-intent', { price: 140, bookingId });
    clinic.sandbox.sslcommerz.deliverIpn({ how: 'never' });
    const back = choose(await clinic.hostedPage(patient, bookingId), 'pay');
    clinic.sandbox.disturb(({ provider }) => (provider === 'sslcommerz' ? { how: 'error-500' } : undefined));
    expect((await ipn(back.fields)).status).toBe(503);
    await clinic.app.reconcile();
    expect((await clinic.confirm(String(body['clientSecret']))).status).toBe(400);
    clinic.sandbox.disturb(undefined);
    await clinic.app.database.db.execute(sql`update payment_orders set ask_at = now() - interval '1 second'`);
    await clinic.app.reconcile();
    expect(await isPaid()).toBe(true);
  });

  it('after a reported payment that the provider then denies, the booking can be paid by card', async () => {
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    const { transactionId = '' } =
      clinic.sandbox.sslcommerz.payments().find((one) => one.sessionKey === sessionKey) ?? {};
    const claim = { status: 'VALID', tran_id: transactionId, val_id: 'made-up', amount: '140.00' };
    clinic.sandbox.disturb(({ provider }) => (provider === 'sslcommerz' ? { how: 'error-500' } : undefined));
    expect((await ipn(signed(claim))).status).toBe(503);
    clinic.sandbox.disturb(undefined);
    expect((await ipn(signed(claim))).status).toBe(200);
    expect((await patient.post('/api/create-payment-intent', { price: 140, bookingId })).status).toBe(200);
  });

  it.each([
    ['a failure to which the patient has added a validation id', 'FAILED', {}],
    ['a failure and a signed validation id', 'FAILED', { val_id: 'made-up' }],
    ['a cancellation to which the patient has added a validation id', 'CANCELLED', {}],
    ['a success and an unsigned validation id', 'VALID', {}],
  ])('with %s, blocks no other payment during an outage', async (_, status, more) => {
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    const { transactionId = '' } =
      clinic.sandbox.sslcommerz.payments().find((one) => one.sessionKey === sessionKey) ?? {};
    const form = signed({ status, tran_id: transactionId, amount: '140.00', ...more });
    clinic.sandbox.disturb(({ provider }) => (provider === 'sslcommerz' ? { how: 'error-500' } : undefined));
    await clinic.post(`${clinic.app.url}/api/webhooks/sslcommerz/fail`, { val_id: 'made-up', ...form });
    clinic.sandbox.disturb(undefined);
    expect((await patient.get(`/api/payments/booking/${bookingId}`)).body).toMatchObject({ underWay: false });
  });

  it('of a payment that failed during an outage, leaves the card as a way to pay', async () => {
    clinic.sandbox.sslcommerz.deliverIpn({ how: 'never' });
    const back = choose(await clinic.hostedPage(patient, bookingId), 'fail');
    clinic.sandbox.disturb(({ provider }) => (provider === 'sslcommerz' ? { how: 'error-500' } : undefined));
    const answer = await clinic.post(back.url, back.fields);
    clinic.sandbox.disturb(undefined);
    expect(answer.headers.get('location')).toContain(`payment=failed&booking=${bookingId}`);
    expect((await patient.post('/api/create-payment-intent', { price: 140, bookingId })).status).toBe(200);
  });
});

describe('a notification', () => {
  it('pays for the booking; repeated notifications have no further effect', async () => {
    clinic.sandbox.sslcommerz.deliverIpn({ how: 'twice' });
    const back = choose(await clinic.hostedPage(patient, bookingId), 'pay');
    await clinic.sandbox.sslcommerz.settled();
    expect((await ipn(back.fields)).status).toBe(200);
    expect(await paymentsOf()).toMatchObject([{ state: 'paid', via: 'hosted-page', amount: 140 }]);
    expect(await isPaid()).toBe(true);
  });

  it('is refused if unsigned, signed with a wrong password, altered, or with a signature over too few fields', async () => {
    clinic.sandbox.sslcommerz.deliverIpn({ how: 'never' });
    const { fields } = choose(await clinic.hostedPage(patient, bookingId), 'pay');
    const { verify_sign: _sign, ...unsigned } = fields;
    const { tran_id: tranId = '', val_id: valId = '' } = fields;
    const claim = { status: 'VALID', tran_id: tranId, val_id: valId, amount: '140.00' };
    for (const bad of [
      unsigned,
      signed(claim, 'a guess'),
      { ...fields, amount: '1.00' },
      { ...claim, ...signed({ status: 'VALID' }) },
      { ...claim, verify_key: '', verify_sign: createHash('md5').update('').digest('hex') },
    ]) {
      expect((await ipn(bad)).status).toBe(400);
    }
    expect(await isPaid()).toBe(false);
    expect((await ipn(fields)).status).toBe(200);
    expect(await isPaid()).toBe(true);
  });

  it('cannot pay for two orders with one validation id', async () => {
    const { fields } = choose(await clinic.hostedPage(patient, bookingId), 'pay');
    await clinic.sandbox.sslcommerz.settled();
    const second = await clinic.booking(patient);
    const sessionKey = await clinic.hostedPage(patient, second);
    const other = clinic.sandbox.sslcommerz.payments().find((one) => one.sessionKey === sessionKey);
    const replay = signed({
      status: 'VALID',
      tran_id: other?.transactionId ?? '',
      val_id: fields['val_id'] ?? '',
      amount: '140.00',
    });
    expect((await ipn(replay)).status).toBe(200);
    expect(await isPaid(second)).toBe(false);
    expect((await ipn(signed({ ...replay, tran_id: 'unknown-order' }))).status).toBe(400);
  });

  it('that never arrives is replaced by the reconciliation', async () => {
    clinic.sandbox.sslcommerz.deliverIpn({ how: 'never' });
    choose(await clinic.hostedPage(patient, bookingId), 'pay');
    await clinic.app.database.db.execute(sql`update payment_orders set ask_at = now() - interval '1 second'`);
    const { app } = clinic;
    await app.reconcile();
    expect(await isPaid()).toBe(true);
  });

  it('of a risky payment puts it on hold, and the patient cannot pay a second time', async () => {
    choose(await clinic.hostedPage(patient, bookingId), 'pay-with-risk');
    await clinic.sandbox.sslcommerz.settled();
    expect(await paymentsOf()).toMatchObject([{ state: 'on-hold' }]);
    expect(await isPaid()).toBe(false);
    expect((await order(patient)).body).toMatchObject({ code: 'ON_HOLD' });
  });

  it('with an amount other than the ordered one leads to a full refund', async () => {
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    await clinic.app.database.db.execute(
      sql`update payment_orders set amount_minor = 13999 where booking_id = ${bookingId}`,
    );
    choose(sessionKey, 'pay');
    await clinic.sandbox.sslcommerz.settled();
    await clinic.app.runJobs();
    expect(await isPaid()).toBe(false);
    expect(await paymentsOf()).toMatchObject([{ state: 'refunded', refunded: 140 }]);
    expect(clinic.sandbox.sslcommerz.payments()[0]?.refunds).toMatchObject([{ status: 'refunded' }]);
  });
});

describe('a page that is paid twice', () => {
  it.each(['at-once', 'never'] as const)('lists the second transaction (notification: %s)', async (how) => {
    const { sslcommerz } = clinic.sandbox;
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    choose(sessionKey, 'pay');
    await sslcommerz.settled();
    sslcommerz.deliverIpn({ how });
    const second = sslcommerz.payAgain(sessionKey)?.fields['bank_tran_id'] ?? '';
    await sslcommerz.settled();
    const admin = await personWith(clinic.app, { isAdmin: true });
    if (how === 'never') await admin.post('/api/admin/payment-reconciliation', {});
    const { body } = await admin.get('/api/admin/payment-differences');
    const ours = (body as unknown as { bookingId: string }[]).filter((one) => one.bookingId === bookingId);
    expect(ours).toMatchObject([
      {
        kind: 'unknown-charge',
        transactionId: second,
        message: expect.stringContaining('was paid once more: $140.00'),
      },
    ]);
    expect(await paymentsOf()).toMatchObject([{ state: 'paid', amount: 140 }]);
  });
});

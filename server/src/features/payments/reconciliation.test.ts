import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { moveToDoctor, startPayingClinic } from '../../../testing/paying.ts';
import type { TestClient } from '../../../testing/test-client.ts';

let patient: TestClient;
let bookingId: string;
/** The requests to the card provider, and how long it takes to answer. */
const asked: string[] = [];
let answersAfterMillis = 0;
/** If set, the hosted page's provider does not answer refund requests until this promise settles. */
let hostedRefundAnswers: Promise<void> | undefined;

const clinic = await startPayingClinic({
  through: {
    providers: (providers) => {
      const { cards, hosted } = providers;
      if (!cards || !hosted) return providers;
      const find = async (reference: string) => {
        asked.push(reference);
        await sleep(answersAfterMillis);
        return cards.find(reference);
      };
      const refund: typeof hosted.refund = async (request) => {
        await hostedRefundAnswers;
        return hosted.refund(request);
      };
      return { ...providers, cards: { ...cards, find }, hosted: { ...hosted, refund } };
    },
  },
});
const admin = await personWith(clinic.app, { isAdmin: true, name: 'Ada Admin' });

beforeEach(async () => {
  const { stripe, sslcommerz } = clinic.sandbox;
  stripe.deliver({ how: 'never' });
  sslcommerz.deliverIpn({ how: 'never' });
  stripe.outage(undefined);
  sslcommerz.outage(undefined);
  answersAfterMillis = 0;
  patient = await clinic.app.person();
  bookingId = await clinic.booking(patient);
  asked.length = 0;
});

const isPaid = async () => (await patient.get(`/api/bookings/${bookingId}`)).body['paid'];
const paid = async () => {
  const transactionId = await clinic.confirmedCard(patient, bookingId);
  await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
  return { transactionId };
};
const paidOnPage = async () => {
  const back = clinic.sandbox.sslcommerz.choose(await clinic.hostedPage(patient, bookingId), 'pay');
  await clinic.post(back?.url ?? '', back?.fields ?? {});
};
const refundedAt = (transactionId: string) =>
  clinic.sandbox.stripe.charges().find((charge) => charge.payment_intent === transactionId)?.amount_refunded;
const differences = async () =>
  (await admin.get('/api/admin/payment-differences')).body as unknown as { _id: string; kind: string }[];
const compareNow = async () => (await admin.post('/api/admin/payment-reconciliation', {})).body;
const makeAllDue = () =>
  clinic.app.database.db.execute(sql`update payment_orders set ask_at = now() - interval '1 second'`);

/** Makes a charge on the clinic's account that does not come from this software. */
async function charge(metadata: Record<string, string>): Promise<void> {
  await fetch(`${clinic.sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${clinic.sandbox.stripe.secretKey}` },
    body: new URLSearchParams({
      amount: '999',
      currency: 'usd',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      ...metadata,
    }),
  });
}

/** Refunds 40, or another amount in cents, in the provider's dashboard. */
async function refundThere(transactionId: string, amount = '4000'): Promise<void> {
  await fetch(`${clinic.sandbox.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${clinic.sandbox.stripe.secretKey}` },
    body: new URLSearchParams({ payment_intent: transactionId, amount }),
  });
}

describe('the reconciliation', () => {
  it('refunds a booking that was cancelled without the follower of payments', async () => {
    const { transactionId } = await paid();
    await clinic.app.database.db.execute(
      sql`update bookings set state = 'cancelled', change_reason = 'A test.' where id = ${bookingId}`,
    );
    await clinic.app.reconcile();
    await clinic.app.runJobs();
    expect(refundedAt(transactionId)).toBe(14000);
    await clinic.app.deliverMail();
    expect(clinic.app.mails.at(-1)).toMatchObject({ to: patient.email });
  });

  it('finds an unreported card payment, and closes an abandoned one', async () => {
    await clinic.confirmedCard(patient, bookingId);
    const unwanted = await clinic.booking(patient);
    const { body } = await patient.post('/api/create-payment-intent', { price: 140, bookingId: unwanted });
    const { db } = clinic.app.database;
    await db.execute(sql`update bookings set state = 'cancelled', change_reason = 'A test.' where id = ${unwanted}`);
    await db.execute(sql`update payment_orders set ask_at = now() - interval '1 second'`);
    await clinic.app.reconcile();
    expect(await isPaid()).toBe(true);
    expect((await clinic.confirm(String(body['clientSecret']))).status).toBe(400);
  });

  it('closes a paid order, even if its state changed during the request to the provider', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    answersAfterMillis = 500;
    const reported = patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    await expect.poll(() => asked).toContain(transactionId);
    const { db } = clinic.app.database;
    await db.execute(sql`update payment_orders set state = 'processing' where reference = ${transactionId}`);
    expect((await reported).body).toMatchObject({ acknowledged: true });
    const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
    expect(body).toMatchObject({ paid: true, underWay: false });
  });

  it("asks for the outcome of a refund that was made in the provider's dashboard, and never makes it again", async () => {
    const { transactionId } = await paid();
    const { stripe } = clinic.sandbox;
    stripe.startRefundsAs('pending');
    await refundThere(transactionId);
    stripe.startRefundsAs(undefined);
    await compareNow();
    const { db } = clinic.app.database;
    const ofPayment = sql`payment_id = (select id from payments where transaction_id = ${transactionId})`;
    const askAgain = async () => {
      await db.execute(sql`update refunds set ask_at = now() - interval '1 second' where ${ofPayment}`);
      await clinic.app.reconcile();
      return (await patient.get(`/api/payments/booking/${bookingId}`)).body;
    };
    const pending = { payments: [{ refunded: 40, refunds: [{ amount: 40, state: 'pending' }] }] };
    expect(await askAgain()).toMatchObject(pending);
    const [refund] = stripe.refunds();

    // While the provider does not list it, its outcome is unknown.
    const call = (reference = '') => db.execute(sql`update refunds set reference = ${reference} where ${ofPayment}`);
    await call('re_not_listed');
    expect(await askAgain()).toMatchObject(pending);
    await call(refund?.id);

    expect(refundedAt(transactionId)).toBe(4000);
    stripe.changeRefund(refund?.id ?? '', 'succeeded');
    expect(await askAgain()).toMatchObject({ payments: [{ refunded: 40, refunds: [{ state: 'succeeded' }] }] });
  });

  it("lists a failed refund until as much was refunded in the provider's dashboard", async () => {
    const { transactionId } = await paid();
    const [payment] = (await patient.get(`/api/payments/booking/${bookingId}`)).body['payments'] as { _id: string }[];
    const { stripe } = clinic.sandbox;
    stripe.startRefundsAs('pending');
    await admin.post(`/api/admin/payments/${payment?._id}/refunds`, { amount: 40, reason: 'A good one.' });
    stripe.startRefundsAs(undefined);
    stripe.changeRefund(stripe.refunds()[0]?.id ?? '', 'failed');
    const listed = async () => {
      await compareNow();
      const { body } = await admin.get('/api/admin/payment-differences');
      return (body as unknown as { transactionId: string; kind: string }[])
        .filter((one) => one.transactionId === transactionId)
        .map(({ kind }) => kind);
    };
    expect(await listed()).toEqual(['refund-failed']);
    await refundThere(transactionId, '1000');
    expect(await listed()).toEqual(['refund-failed']);
    await refundThere(transactionId);
    expect(await listed()).toEqual([]);
  });

  it('lists a difference until it is resolved', async () => {
    const { transactionId } = await paid();
    const orderId = '01890000-0000-7000-8000-000000000000';
    await charge({ 'metadata[orderId]': orderId, 'metadata[clinic]': clinic.app.config.publicUrl });
    const { db } = clinic.app.database;
    const kinds = async () => (await differences()).map(({ kind }) => kind);
    const tamper = (minor: number) =>
      db.execute(sql`update payments set amount_minor = ${minor} where transaction_id = ${transactionId}`);
    await tamper(13_999);
    await admin.post('/api/admin/payment-reconciliation', {});
    expect(await kinds()).toEqual(expect.arrayContaining(['unknown-charge', 'amount-differs']));
    await tamper(14_000);
    const { body } = await admin.post('/api/admin/payment-reconciliation', {});
    expect(await kinds()).not.toContain('amount-differs');
    expect(body['differences']).toBe((await kinds()).length);
  });

  it('ends the order of a provider that was removed from the settings after a day, and still settles its payment', async () => {
    const back = clinic.sandbox.sslcommerz.choose(await clinic.hostedPage(patient, bookingId), 'pay');
    const { db } = clinic.app.database;
    const change = (set: SQL) => db.execute(sql`update payment_orders set ${set} where booking_id = ${bookingId}`);
    const isUnderWay = async () => (await patient.get(`/api/payments/booking/${bookingId}`)).body['underWay'];
    await change(
      sql`state = 'processing', provider = 'removed', ask_at = now(), created_at = now() - interval '23 hours'`,
    );
    await clinic.app.reconcile();
    expect(await isUnderWay()).toBe(true);
    await change(sql`created_at = now() - interval '25 hours'`);
    await clinic.app.reconcile();
    expect(await isUnderWay()).toBe(false);
    expect((await patient.post('/api/create-payment-intent', { price: 140, bookingId })).status).toBe(200);

    await change(sql`provider = 'sslcommerz'`);
    await clinic.post(back?.url ?? '', back?.fields ?? {});
    expect(await isPaid()).toBe(true);
  });

  it('runs on one node at a time', async () => {
    await clinic.confirmedCard(patient, bookingId);
    await makeAllDue();
    asked.length = 0;
    answersAfterMillis = 300;
    await Promise.all([clinic.app.reconcile(), clinic.app.reconcile()]);
    expect(asked).toEqual([...new Set(asked)]);
    expect(await isPaid()).toBe(true);
  });
});

describe('a provider that is down', () => {
  it('does not delay requests to the other, and is itself asked at growing intervals', async () => {
    const { db } = clinic.app.database;
    await clinic.confirmedCard(patient, bookingId);
    await db.execute(sql`insert into payment_orders
      (id, booking_id, via, provider, reference, amount_minor, currency, request_key, created_at, ask_at)
      select uuidv7(), ${await clinic.booking(patient)}, 'hosted-page', 'sslcommerz', 'dead' || number, 14000, 'USD', 'dead ' || number,
        now(), now() - interval '1 day' from generate_series(1, 210) as number`);
    await db.execute(sql`update payment_orders set ask_at = now() - interval '1 second' where via = 'card'`);
    clinic.sandbox.sslcommerz.outage({ how: 'error-503' });
    await clinic.app.reconcile();
    expect(await isPaid()).toBe(true);
    const { rows } = await db.execute<{ asked: number; soon: number }>(sql`select
      count(*) filter (where times_asked = 1)::int as asked,
      count(*) filter (where times_asked = 1 and ask_at < now() + interval '5 minutes')::int as soon
      from payment_orders where reference like 'dead%'`);
    expect(rows).toEqual([{ asked: 200, soon: 0 }]);
    await db.execute(sql`delete from payment_orders where reference like 'dead%'`);
  });

  it('is asked for a refund at growing intervals, too', async () => {
    const { transactionId } = await paid();
    const [payment] = (await patient.get(`/api/payments/booking/${bookingId}`)).body['payments'] as { _id: string }[];
    clinic.sandbox.stripe.outage({ how: 'error-503' });
    await admin.post(`/api/admin/payments/${payment?._id}/refunds`, { reason: 'A good one.' });
    const { db } = clinic.app.database;
    const minutesOff = async () => {
      const { rows } = await db.execute<{ minutes: number }>(
        sql`select round(extract(epoch from ask_at - ${(clinic.app.clock ?? new Date()).toISOString()}::timestamptz) / 60)::int as minutes
            from refunds where payment_id = ${payment?._id}`,
      );
      return rows[0]?.minutes ?? 0;
    };
    const pauses = [await minutesOff()];
    for (const minutes of [4, 12, 30]) {
      clinic.app.clock = new Date(Date.now() + minutes * 60_000);
      await clinic.app.reconcile();
      pauses.push(await minutesOff());
    }
    expect(pauses).toEqual([3, 6, 12, 24]);
    clinic.sandbox.stripe.outage(undefined);
    clinic.app.clock = new Date(Date.now() + 60 * 60_000);
    await clinic.app.reconcile();
    clinic.app.clock = undefined;
    expect(refundedAt(transactionId)).toBe(14_000);
    expect(await isPaid()).toBe(false);
  });

  it("does not delay the other's refunds, even with many of its own waiting", async () => {
    const doctor = await personWith(clinic.app, { isDoctor: true, name: 'Dora Doc' });
    const ofDoctor = () => moveToDoctor(clinic.app.database.db, { bookingId, doctorId: doctor.id });
    const onPage: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      bookingId = await clinic.booking(patient);
      onPage.push(bookingId);
      await ofDoctor();
      await paidOnPage();
    }
    bookingId = await clinic.booking(patient);
    await ofDoctor();
    const { transactionId } = await paid();
    const stillToRefund = async () => {
      const { rows } = await clinic.app.database.db.execute<{ count: number }>(sql`select count(*)::int as count
        from refunds r join payments p on p.id = r.payment_id
        where r.state = 'requested' and p.booking_id in (${sql.join(
          onPage.map((id) => sql`${id}::uuid`),
          sql`, `,
        )})`);
      return rows[0]?.count;
    };

    const { promise, resolve } = Promise.withResolvers<void>();
    hostedRefundAnswers = promise;
    await admin.request('DELETE', `/api/doctors/${doctor.id}`);
    await clinic.app.startJobs();
    try {
      await expect.poll(() => refundedAt(transactionId)).toBe(14_000);
      expect(await stillToRefund()).toBe(3);
    } finally {
      resolve();
      hostedRefundAnswers = undefined;
    }
    await expect.poll(stillToRefund).toBe(0);
  });

  it.each(['stripe', 'sslcommerz'] as const)('does not stop the comparison with the other: %s', async (dead) => {
    const other = dead === 'stripe' ? 'hosted-page' : 'card';
    if (other === 'card') await paid();
    else await paidOnPage();
    const { db } = clinic.app.database;
    await db.execute(sql`update payments set amount_minor = 13999 where booking_id = ${bookingId}`);
    clinic.sandbox[dead].outage({ how: 'error-503' });
    await clinic.app.compare();
    expect(await differences()).toContainEqual(expect.objectContaining({ kind: 'amount-differs', bookingId }));
    clinic.sandbox[dead].outage(undefined);
    await db.execute(sql`update payments set amount_minor = 14000 where booking_id = ${bookingId}`);
    await compareNow();
    expect(await differences()).not.toContainEqual(expect.objectContaining({ kind: 'amount-differs', bookingId }));
  });
});

describe('a provider that answers nonsense', () => {
  const logged = () =>
    clinic.app.logLines
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ msg }) => msg === 'work on a payment failed and will be repeated');
  const idOfPayment = async () => {
    const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
    return (body['payments'] as { _id: string }[])[0]?._id ?? '';
  };
  /** The log lines of a piece of work, once with an outage and once with nonsense. */
  const linesOf = async (provider: 'stripe' | 'sslcommerz', work: () => Promise<unknown>) => {
    const before = logged().length;
    clinic.sandbox[provider].outage({ how: 'error-503' });
    await work();
    expect(logged()).toHaveLength(before);
    clinic.sandbox[provider].outage({ how: 'nonsense' });
    await work();
    clinic.sandbox[provider].outage(undefined);
    const lines = logged().slice(before);
    expect(JSON.stringify(lines)).not.toContain('example.org');
    return lines;
  };
  const everything = async () => {
    await makeAllDue();
    await clinic.app.reconcile();
  };
  const error = { level: 50, err: expect.objectContaining({ stack: expect.any(String) }) };

  beforeEach(async () => {
    const { db } = clinic.app.database;
    await db.execute(sql`update payment_orders set state = 'closed'`);
    await db.execute(sql`update payments set compare_at = null`);
  });

  it('about a card payment has its order logged once, and an outage is not logged', async () => {
    await clinic.confirmedCard(patient, bookingId);
    const lines = await linesOf('stripe', everything);
    const { rows } = await clinic.app.database.db.execute(
      sql`select id as "orderId", provider from payment_orders where booking_id = ${bookingId}`,
    );
    expect(lines).toEqual([expect.objectContaining({ ...error, ...rows[0] })]);
  });

  it('about an order of the hosted page has it logged once', async () => {
    await clinic.hostedPage(patient, bookingId);
    expect(await linesOf('sslcommerz', everything)).toEqual([
      expect.objectContaining({ ...error, provider: 'sslcommerz', orderId: expect.any(String) }),
    ]);
  });

  it('when payments are compared has each logged once', async () => {
    await paidOnPage();
    const paymentId = await idOfPayment();
    const lines = await linesOf('sslcommerz', async () => {
      const { db } = clinic.app.database;
      await db.execute(sql`update payments set compare_at = now() - interval '1 second' where id = ${paymentId}`);
      await clinic.app.compare();
    });
    expect(lines).toContainEqual(expect.objectContaining({ ...error, paymentId, provider: 'sslcommerz' }));
    expect(lines.filter((line) => line['paymentId'] === paymentId)).toHaveLength(1);
  });

  it('to a refund has it logged with its payment, and the refund is requested', async () => {
    await paid();
    const paymentId = await idOfPayment();
    const refund = () => admin.post(`/api/admin/payments/${paymentId}/refunds`, { amount: 10, reason: 'A good one.' });
    const lines = await linesOf('stripe', async () =>
      expect((await refund()).body).toMatchObject({ acknowledged: true }),
    );
    expect(lines).toEqual([expect.objectContaining({ ...error, paymentId, refundId: expect.any(String) })]);
  });

  it('when a browser returns from its page is logged', async () => {
    const back = clinic.sandbox.sslcommerz.choose(await clinic.hostedPage(patient, bookingId), 'pay');
    const lines = await linesOf('sslcommerz', () => clinic.post(back?.url ?? '', back?.fields ?? {}));
    expect(lines).toEqual([expect.objectContaining({ ...error, reference: back?.fields['tran_id'] })]);
  });

  it('about a second payment of its page has the payment logged', async () => {
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    const back = clinic.sandbox.sslcommerz.choose(sessionKey, 'pay');
    await clinic.post(back?.url ?? '', back?.fields ?? {});
    const paymentId = await idOfPayment();
    const again = clinic.sandbox.sslcommerz.payAgain(sessionKey);
    const lines = await linesOf('sslcommerz', () => clinic.post(again?.url ?? '', again?.fields ?? {}));
    expect(lines).toEqual([expect.objectContaining({ ...error, paymentId })]);
  });
});

describe('a difference', () => {
  it('is not listed for foreign charges on the same account, which are only counted', async () => {
    const before = Number((await compareNow())['foreign']);
    const listed = (await differences()).length;
    await charge({});
    await charge({ 'metadata[shop]': 'another' });
    await charge({ 'metadata[orderId]': '1001' });
    // Another clinic with this software.
    const orderId = '01890000-0000-7000-8000-000000000000';
    await charge({ 'metadata[orderId]': orderId, 'metadata[clinic]': 'https://another.example' });
    expect(await compareNow()).toMatchObject({ foreign: before + 4, differences: listed });
  });

  it('is still found long after the payment, for as long as one can arise', async () => {
    const { transactionId } = await paid();
    await compareNow();
    clinic.app.clock = new Date(Date.now() + 100 * 86_400_000);
    expect(clinic.sandbox.stripe.openDispute(transactionId)).toBeDefined();
    await clinic.app.compare();
    clinic.app.clock = undefined;
    expect(await differences()).toContainEqual(expect.objectContaining({ kind: 'disputed', transactionId }));
  });

  it('in the amount does not hide a dispute or a refund', async () => {
    const { transactionId } = await paid();
    const { db } = clinic.app.database;
    await db.execute(sql`update payments set amount_minor = 13999 where transaction_id = ${transactionId}`);
    await refundThere(transactionId);
    clinic.sandbox.stripe.openDispute(transactionId);
    await compareNow();
    const ours = (await differences()).filter(
      (one) => (one as { transactionId?: string }).transactionId === transactionId,
    );
    expect(ours.map(({ kind }) => kind).toSorted()).toEqual(['amount-differs', 'disputed']);
    const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
    expect(body).toMatchObject({ payments: [{ refunded: 40, refunds: [{ state: 'succeeded' }] }] });
    await db.execute(sql`update payments set amount_minor = 14000 where transaction_id = ${transactionId}`);
  });

  it('can be dismissed by an admin with a reason, and is listed again when its text changes', async () => {
    const { transactionId } = await paid();
    const { stripe } = clinic.sandbox;
    const disputeId = stripe.openDispute(transactionId) ?? '';
    await compareNow();
    const shown = async () => (await differences()).filter(({ kind }) => kind === 'disputed');
    const ours = async () =>
      (await shown()).find((one) => (one as { transactionId?: string }).transactionId === transactionId);
    const { _id = '' } = (await ours()) ?? {};
    const dismiss = (reason: string, id = _id) =>
      admin.post(`/api/admin/payment-differences/${id}/dismissal`, { reason });
    expect((await dismiss(' ')).status).toBe(400);
    expect((await dismiss('I answered.', 'x')).status).toBe(404);
    expect((await dismiss('I answered the bank.')).body).toEqual({ acknowledged: true });
    const again = await dismiss('Again.');
    expect(again.status).toBe(404);
    expect(again.body).toMatchObject({ message: 'This difference is no longer on the list.' });
    await compareNow();
    expect(await ours()).toBeUndefined();

    const { rows } = await clinic.app.database.db.execute<{ by_name: string; what: string }>(
      sql`select by_name, what from payment_log where what like ${`%${transactionId}%`}`,
    );
    expect(rows).toMatchObject([{ by_name: 'Ada Admin', what: expect.stringMatching(/I answered the bank\.$/) }]);
    expect((await admin.get('/api/audit?what=dismiss-difference')).body).toMatchObject([
      { who: { name: 'Ada Admin' }, detail: expect.stringContaining(transactionId) },
    ]);
    stripe.changeDispute(disputeId, 'under_review');
    await clinic.app.database.db.execute(
      sql`update payment_differences set message = 'Another text.' where transaction_id = ${transactionId}`,
    );
    await compareNow();
    expect(await ours()).toBeDefined();
    stripe.changeDispute(disputeId, 'lost');
    await compareNow();
    expect(await ours()).toBeUndefined();
  });
});

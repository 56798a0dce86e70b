import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { CARDS, moveToDoctor, startPayingClinic } from '../../../testing/paying.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { leaseRefund } from './refund-store.ts';

let patient: TestClient;
let bookingId: string;

const clinic = await startPayingClinic();
const admin = await personWith(clinic.app, { name: 'Ada Admin', isAdmin: true });

beforeEach(async () => {
  clinic.sandbox.stripe.deliver({ how: 'never' });
  patient = await clinic.app.person();
  bookingId = await clinic.booking(patient);
});

/** Pays by card. Returns the ids of the payment and the transaction. */
async function paid(card: string = CARDS.good) {
  const transactionId = await clinic.confirmedCard(patient, bookingId, { card });
  const { body } = await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
  return { id: String(body['insertedId']), transactionId };
}
async function heldOnPage() {
  const sessionKey = await clinic.hostedPage(patient, bookingId);
  clinic.sandbox.sslcommerz.choose(sessionKey, 'pay-with-risk');
  await clinic.sandbox.sslcommerz.settled();
  const [held] = (await patient.get(`/api/payments/booking/${bookingId}`)).body['payments'] as { _id: string }[];
  return held?._id ?? '';
}
const refund = (id: string, body: object, key = '') =>
  admin.post(`/api/admin/payments/${id}/refunds`, { reason: 'A good one.', ...body }, { 'idempotency-key': key });
const isPaid = async () => (await patient.get(`/api/bookings/${bookingId}`)).body['paid'];
async function lastMail(subject: RegExp) {
  await clinic.app.deliverMail();
  return clinic.app.mails.findLast((mail) => subject.test(mail.subject));
}
const logOf = async (id: string) =>
  ((await admin.get(`/api/admin/payments/${id}`)).body['log'] as { what: string }[]).map(({ what }) => what);
const refundedAt = (transactionId: string) =>
  clinic.sandbox.stripe.charges().find((charge) => charge.payment_intent === transactionId)?.amount_refunded;
const differences = async () =>
  (await admin.get('/api/admin/payment-differences')).body as unknown as { kind: string }[];

describe('a refund by an admin', () => {
  it('leaves the booking paid if partial; refunding the rest makes it unpaid', async () => {
    const { id, transactionId } = await paid();
    const part = await refund(id, { amount: 40.5 });
    expect(part.body).toMatchObject({ acknowledged: true, payment: { state: 'paid', refunded: 40.5 } });
    expect(refundedAt(transactionId)).toBe(4050);
    expect(await isPaid()).toBe(true);

    const rest = await refund(id, {});
    expect(rest.body).toMatchObject({ payment: { state: 'refunded', refunded: 140 } });
    expect(refundedAt(transactionId)).toBe(14000);
    expect(await isPaid()).toBe(false);
    const again = await patient.post('/api/create-payment-intent', { price: 140, bookingId });
    expect(again.status).toBe(200);
  });

  it('never exceeds the remaining amount, even with parallel requests', async () => {
    const { id, transactionId } = await paid();
    expect((await refund(id, { amount: 140.01 })).body).toMatchObject({ code: 'MORE_THAN_LEFT', left: 140 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(id, { amount: 50 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ body }) => body['code'] === 'MORE_THAN_LEFT')).toHaveLength(4);
    await clinic.app.runJobs();
    expect(refundedAt(transactionId)).toBe(10_000);
  });

  it('is made once per idempotency key', async () => {
    const { id, transactionId } = await paid();
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(id, { amount: 30 }, 'once')));
    answers.push(await refund(id, { amount: 30 }, 'once'));
    expect(new Set(answers.map(({ body }) => body['insertedId'])).size).toBe(1);
    await clinic.app.runJobs();
    expect(refundedAt(transactionId)).toBe(3000);
    expect((await refund(id, { amount: 31 }, 'once')).status).toBe(422);

    const other = await personWith(clinic.app, { isAdmin: true });
    const key = { 'idempotency-key': 'once' };
    const byOther = await other.post(`/api/admin/payments/${id}/refunds`, { reason: 'Mine.', amount: 20 }, key);
    expect(byOther.body).toMatchObject({ payment: { refunded: 50 } });
    // A day later the keys are forgotten, and the refund is not.
    await clinic.app.database.db.execute(sql`delete from idempotency_keys`);
    expect((await refund(id, { amount: 31 }, 'once')).status).toBe(422);
    await clinic.app.database.db.execute(sql`delete from idempotency_keys`);
    expect((await refund(id, { amount: 30 }, 'once')).body).toMatchObject({
      insertedId: answers[0]?.body['insertedId'],
    });
  });

  it('needs a reason and a positive amount', async () => {
    const { id } = await paid();
    expect((await refund(id, { reason: ' ' })).status).toBe(400);
    expect((await refund(id, { amount: 0 })).status).toBe(400);
    expect((await refund(id, { amount: 0.001 })).status).toBe(409);
    expect((await refund('01890000-0000-7000-8000-000000000000', {})).status).toBe(404);
    expect((await refund('x', {})).status).toBe(404);
  });

  it('is made later, and once, if the provider does not answer', async () => {
    const { id, transactionId } = await paid();
    clinic.sandbox.disturb(({ path, method }) =>
      method === 'POST' && path === '/v1/refunds' ? { how: 'lost-answer' } : undefined,
    );
    expect((await refund(id, { amount: 20 })).status).toBe(200);
    clinic.sandbox.disturb(undefined);
    await clinic.app.runJobs();
    expect((await admin.get(`/api/admin/payments/${id}`)).body).toMatchObject({ refunds: [{ state: 'pending' }] });
    clinic.app.clock = new Date(Date.now() + 4 * 60_000);
    await clinic.app.reconcile();
    clinic.app.clock = undefined;
    expect(refundedAt(transactionId)).toBe(2000);
    const { body } = await admin.get(`/api/admin/payments/${id}`);
    expect(body).toMatchObject({ refunded: 20, refunds: [{ state: 'succeeded' }] });
  });

  it('is not requested twice while the last request of a run has no answer', async () => {
    const { id } = await paid();
    clinic.sandbox.disturb(({ path, method }) =>
      method === 'POST' && path === '/v1/refunds' ? { how: 'lost-answer' } : undefined,
    );
    const refundId = String((await refund(id, { amount: 20 })).body['insertedId']);
    clinic.sandbox.disturb(undefined);
    const claimAt = (seconds: number) => {
      const now = new Date(Date.now() + seconds * 1000);
      return leaseRefund(clinic.app.database.db, refundId, { now, dueBy: new Date('9999-01-01') });
    };
    expect(await claimAt(0)).toBeDefined();
    expect(await claimAt(80)).toBeUndefined();
    expect(await claimAt(130)).toBeDefined();
  });

  it('that may have been made is not called failed when the settings no longer contain its provider', async () => {
    const { id, transactionId } = await paid();
    clinic.sandbox.disturb(({ path, method }) =>
      method === 'POST' && path === '/v1/refunds' ? { how: 'lost-answer' } : undefined,
    );
    expect((await refund(id, { amount: 20 })).status).toBe(200);
    clinic.sandbox.disturb(undefined);
    await using without = await startTestApp({ beside: clinic.app, environment: { PAYMENTS: 'off' } });
    without.clock = new Date(Date.now() + 4 * 60_000);
    await without.runJobs();
    const listed = expect.objectContaining({ kind: 'refund-failed', paymentId: id });
    expect(await differences()).toContainEqual(listed);
    expect((await admin.get(`/api/admin/payments/${id}`)).body).toMatchObject({ refunds: [{ state: 'pending' }] });

    clinic.app.clock = new Date(Date.now() + 20 * 60_000);
    await clinic.app.reconcile();
    clinic.app.clock = undefined;
    expect((await admin.get(`/api/admin/payments/${id}`)).body).toMatchObject({ refunds: [{ state: 'succeeded' }] });
    expect(refundedAt(transactionId)).toBe(2000);
    expect(await differences()).not.toContainEqual(listed);
  });

  it('leaves the booking paid while pending or after a failure, so that nobody is charged twice', async () => {
    clinic.sandbox.stripe.startRefundsAs('pending');
    const { id } = await paid();
    await refund(id, {});
    const payAgain = async () => (await patient.post('/api/create-payment-intent', { price: 140, bookingId })).body;
    expect(await payAgain()).toMatchObject({ code: 'BEING_REFUNDED' });
    clinic.sandbox.stripe.startRefundsAs(undefined);
    clinic.sandbox.stripe.changeRefund(clinic.sandbox.stripe.refunds()[0]?.id ?? '', 'failed');
    await admin.post('/api/admin/payment-reconciliation', {});
    expect(await differences()).toContainEqual(expect.objectContaining({ kind: 'refund-failed', paymentId: id }));
    expect((await admin.get(`/api/admin/payments/${id}`)).body).toMatchObject({
      state: 'paid',
      refunded: 0,
      refunds: [{ state: 'failed' }],
    });
    expect(await payAgain()).toMatchObject({ code: 'ALREADY_PAID' });
    expect(await isPaid()).toBe(true);
  });

  it.each([
    ['succeeds', []],
    ['fails', [{ kind: 'refund-failed' }]],
  ] as const)(
    'is shown while it is pending; the desk can take the price meanwhile, once, also if it %s afterwards',
    async (ending, listed) => {
      const desk = await personWith(clinic.app, { isFrontDesk: true, name: 'Frida Desk' });
      const { stripe } = clinic.sandbox;
      const { id } = await paid();
      const { reference } = (await patient.get(`/api/bookings/${bookingId}`)).body;
      const unpaid = async () => (await desk.get(`/api/appointments?payment=unpaid&search=${String(reference)}`)).body;
      expect(await unpaid()).toEqual([]);
      stripe.startRefundsAs('pending');
      await refund(id, {});
      stripe.startRefundsAs(undefined);
      const state = { paid: true, earlierPayment: 'being-refunded' };
      expect((await patient.get(`/api/bookings/${bookingId}`)).body).toMatchObject(state);
      expect(await unpaid()).toMatchObject([{ ...state, can: { takePayment: true } }]);

      const take = () => desk.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price: 140 });
      expect((await take()).body).toMatchObject({
        payments: {
          paid: true,
          payments: [
            { method: 'cash', state: 'paid' },
            { _id: id, state: 'refunded' },
          ],
        },
      });
      expect((await take()).body).toMatchObject({ code: 'ALREADY_PAID' });
      stripe.changeRefund(stripe.refunds()[0]?.id ?? '', ending === 'fails' ? 'failed' : 'succeeded');
      await admin.post('/api/admin/payment-reconciliation', {});
      const { body } = await desk.get(`/api/bookings/${bookingId}`);
      expect(body).toMatchObject({ paid: true, can: { takePayment: false } });
      expect(body).not.toHaveProperty('earlierPayment');
      const ofIt = (await differences()).filter((one) => (one as { paymentId?: string }).paymentId === id);
      expect(ofIt).toMatchObject(listed);
    },
  );

  it.each(['an event', 'the comparison'])('is undone if it fails after it succeeded, as reported by %s', async (by) => {
    const { id } = await paid();
    await refund(id, {});
    expect(await isPaid()).toBe(false);
    if (by === 'an event') clinic.sandbox.stripe.deliver({ how: 'at-once' });
    expect(clinic.sandbox.stripe.changeRefund(clinic.sandbox.stripe.refunds()[0]?.id ?? '', 'failed')).toBe(true);
    if (by === 'an event') await clinic.sandbox.stripe.settled();
    else await admin.post('/api/admin/payment-reconciliation', {});
    expect((await admin.get(`/api/admin/payments/${id}`)).body).toMatchObject({
      state: 'paid',
      refunded: 0,
      refunds: [{ state: 'failed' }],
    });
    expect(await isPaid()).toBe(true);
    expect(await differences()).toContainEqual(expect.objectContaining({ kind: 'refund-failed', paymentId: id }));
  });

  it('that fails after the patient paid again is listed, and does not change the new payment', async () => {
    const { id } = await paid();
    await refund(id, {});
    await paid();
    clinic.sandbox.stripe.changeRefund(clinic.sandbox.stripe.refunds()[0]?.id ?? '', 'failed');
    await admin.post('/api/admin/payment-reconciliation', {});
    const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
    expect(body).toMatchObject({ paid: true, payments: [{ state: 'paid' }, { _id: id, refunded: 0 }] });
    expect(await differences()).toContainEqual(expect.objectContaining({ kind: 'refund-failed', paymentId: id }));
  });

  it('that failed stays listed until a new one succeeds, and each failure is listed', async () => {
    const { stripe } = clinic.sandbox;
    const { id } = await paid();
    stripe.startRefundsAs('pending');
    await refund(id, { amount: 30 });
    await refund(id, { amount: 40 });
    stripe.startRefundsAs(undefined);
    const [later = '', earlier = ''] = stripe.refunds().map((one) => one.id);
    const listed = async () =>
      ((await differences()) as { _id: string; kind: string; paymentId?: string }[]).filter(
        ({ kind, paymentId }) => kind === 'refund-failed' && paymentId === id,
      );
    const compare = () => admin.post('/api/admin/payment-reconciliation', {});
    stripe.changeRefund(earlier, 'failed');
    await compare();
    stripe.changeRefund(later, 'succeeded');
    await compare();
    const [first] = await listed();
    expect(first).toMatchObject({
      message: 'The provider did not refund $30.00: expired or canceled card. The clinic still has this money.',
    });

    await admin.post(`/api/admin/payment-differences/${first?._id}/dismissal`, { reason: 'I ask again.' });
    await refund(id, { amount: 30 });
    stripe.changeRefund(stripe.refunds()[0]?.id ?? '', 'failed');
    await compare();
    expect(await listed()).toHaveLength(1);

    await refund(id, { amount: 30 });
    expect(await listed()).toEqual([]);
  });

  it('works for the hosted page, too, in the currency that was charged', async () => {
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    clinic.sandbox.sslcommerz.takeTimeForRefunds('processing');
    clinic.sandbox.sslcommerz.choose(sessionKey, 'pay');
    await clinic.sandbox.sslcommerz.settled();
    const [payment] = (await patient.get(`/api/payments/booking/${bookingId}`)).body['payments'] as { _id: string }[];
    const id = payment?._id ?? '';
    expect((await refund(id, { amount: 70 })).body).toMatchObject({ payment: { refunds: [{ state: 'pending' }] } });
    const theirs = clinic.sandbox.sslcommerz.payments()[0];
    expect(Number(theirs?.refunds[0]?.amountBdt) * 2).toBeCloseTo(Number(theirs?.amountBdt), 1);
    clinic.sandbox.sslcommerz.changeRefund(theirs?.refunds[0]?.reference ?? '', 'refunded');
    clinic.sandbox.sslcommerz.takeTimeForRefunds('at-once');
    await admin.post('/api/admin/payment-reconciliation', {});
    expect((await admin.get(`/api/admin/payments/${id}`)).body).toMatchObject({ refunds: [{ state: 'succeeded' }] });
  });

  it('with eight unreadable answers is listed once, until it succeeds', async () => {
    const { sslcommerz } = clinic.sandbox;
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    sslcommerz.choose(sessionKey, 'pay');
    await sslcommerz.settled();
    const [payment] = (await patient.get(`/api/payments/booking/${bookingId}`)).body['payments'] as { _id: string }[];
    const id = payment?._id ?? '';
    sslcommerz.takeTimeForRefunds('processing');
    await refund(id, {});
    sslcommerz.takeTimeForRefunds('at-once');
    const listed = async () => {
      const all = (await differences()) as { _id: string; paymentId?: string; kind: string; message: string }[];
      return all.filter(({ paymentId }) => paymentId === id);
    };
    const ask = () => admin.post('/api/admin/payment-reconciliation', {});

    clinic.sandbox.disturb(({ provider }) => (provider === 'sslcommerz' ? { how: 'nonsense' } : undefined));
    await ask();
    expect(await listed()).toEqual([]);
    await clinic.app.database.db.execute(sql`update refunds set times_asked = 8 where payment_id = ${id}`);
    await ask();
    const [first, ...more] = await listed();
    expect(first).toMatchObject({ kind: 'refund-failed', message: expect.stringContaining('has not said') });
    expect(more).toEqual([]);
    await ask();
    expect(await listed()).toEqual([first]);

    clinic.sandbox.disturb(undefined);
    const reference = sslcommerz.payments()[0]?.refunds[0]?.reference ?? '';
    expect(sslcommerz.changeRefund(reference, 'refunded')).toBe(true);
    await ask();
    expect(await listed()).toEqual([]);
  });

  it('through the hosted page is undone, too, if it fails after it succeeded', async () => {
    const sessionKey = await clinic.hostedPage(patient, bookingId);
    clinic.sandbox.sslcommerz.choose(sessionKey, 'pay');
    await clinic.sandbox.sslcommerz.settled();
    const [payment] = (await patient.get(`/api/payments/booking/${bookingId}`)).body['payments'] as { _id: string }[];
    const id = payment?._id ?? '';
    await refund(id, {});
    expect(await isPaid()).toBe(false);
    const reference = clinic.sandbox.sslcommerz.payments()[0]?.refunds[0]?.reference ?? '';
    expect(clinic.sandbox.sslcommerz.changeRefund(reference, 'cancelled')).toBe(true);
    await admin.post('/api/admin/payment-reconciliation', {});
    expect(await isPaid()).toBe(true);
    expect(await differences()).toContainEqual(expect.objectContaining({ kind: 'refund-failed', paymentId: id }));
  });
});

describe('a payment on hold', () => {
  it('pays for the booking when it is approved; a second decision is refused', async () => {
    const id = await heldOnPage();
    const approve = () => admin.post(`/api/admin/payments/${id}/approve`, { reason: 'I called the patient.' });
    expect((await approve()).body).toMatchObject({ payment: { state: 'paid', receiptNumber: expect.any(String) } });
    expect(await isPaid()).toBe(true);
    expect((await approve()).body).toMatchObject({ code: 'NOT_ON_HOLD' });
    expect(await logOf(id)).toEqual([
      '$140.00 paid on the payment page. On hold: The provider has doubts about the payer.',
      'Approved: I called the patient.',
    ]);
  });

  it('is refunded when it is rejected', async () => {
    const id = await heldOnPage();
    const answer = await admin.post(`/api/admin/payments/${id}/reject`, { reason: 'Not them.' });
    expect(answer.body).toMatchObject({ payment: { state: 'refunded', refunded: 140 } });
    await clinic.app.runJobs();
    const [made] = (answer.body['payment'] as { refunds: { _id: string }[] }).refunds;
    // Not the reason, which is for the clinic alone.
    expect(clinic.sandbox.sslcommerz.payments()[0]?.refunds).toMatchObject([{ remarks: made?._id }]);
    expect(await isPaid()).toBe(false);
    expect(await logOf(id)).toEqual([
      '$140.00 paid on the payment page. On hold: The provider has doubts about the payer.',
      'Refused: Not them.',
      'Refund of $140.00 requested. The clinic could not accept this payment.',
      'The provider refunded $140.00.',
    ]);
  });

  it.each(['approve', 'reject'] as const)('can be decided after a partial refund: %s', async (decision) => {
    const id = await heldOnPage();
    await refund(id, { amount: 40 });
    const answer = await admin.post(`/api/admin/payments/${id}/${decision}`, { reason: 'I called the patient.' });
    const isApproved = decision === 'approve';
    expect(answer.body).toMatchObject({
      payment: isApproved ? { state: 'paid', refunded: 40 } : { state: 'refunded', refunded: 140 },
    });
    expect(await isPaid()).toBe(isApproved);
  });

  it('is refunded when it is approved after the cancellation of its booking', async () => {
    const id = await heldOnPage();
    await clinic.app.database.db.execute(
      sql`update bookings set state = 'cancelled', change_reason = 'A test.' where id = ${bookingId}`,
    );
    const answer = await admin.post(`/api/admin/payments/${id}/approve`, { reason: 'Fine.' });
    expect(answer.body).toMatchObject({ payment: { state: 'refunded' } });
    expect(await isPaid()).toBe(false);
  });

  it('stays with the clinic when it is approved after its patient cancelled too late', async () => {
    const id = await heldOnPage();
    await clinic.app.database.db.execute(
      sql`update bookings set free_cancellation_hours = 8760 where id = ${bookingId}`,
    );
    expect((await patient.post(`/api/bookings/${bookingId}/cancel`, {})).status).toBe(200);
    expect((await lastMail(/was cancelled$/))?.text).toContain('what you paid is not refunded');
    const answer = await admin.post(`/api/admin/payments/${id}/approve`, { reason: 'I called the patient.' });
    expect(answer.body).toMatchObject({ payment: { state: 'paid', refunds: [] } });
  });
});

describe('cancelling a paid booking', () => {
  const goesBack = async (transactionId: string) => {
    const shown = async () => (await admin.get(`/api/admin/payments?search=${transactionId}`)).body;
    expect(await shown()).toMatchObject([{ state: 'paid', refunded: 140, refunds: [{ state: 'pending' }] }]);
    await clinic.app.runJobs();
    expect(refundedAt(transactionId)).toBe(14_000);
    expect(await shown()).toMatchObject([{ state: 'refunded', refunded: 140, refunds: [{ state: 'succeeded' }] }]);
  };
  const withDoctor = async () => {
    const doctor = await personWith(clinic.app, { isDoctor: true, name: 'Dora Doc' });
    const { db } = clinic.app.database;
    await moveToDoctor(db, { bookingId, doctorId: doctor.id });
    await db.execute(sql`update bookings set doctor_name = 'Dora Doc' where id = ${bookingId}`);
    return doctor;
  };

  it('because its doctor is deleted refunds the payment at once, and emails the patient', async () => {
    const { transactionId } = await paid();
    const doctor = await withDoctor();
    const answer = await admin.request('DELETE', `/api/doctors/${doctor.id}`);
    expect(answer.body).toMatchObject({ deletedCount: 1, cancelledBookings: 1 });
    expect(await lastMail(/was cancelled$/)).toMatchObject({
      to: patient.email,
      text: expect.stringContaining('You get back '),
    });
    await goesBack(transactionId);
    expect(await isPaid()).toBe(false);
    expect(await lastMail(/^Refund/)).toMatchObject({ to: patient.email, subject: 'Refund of $140.00' });
    expect((await patient.get(`/api/payments/booking/${bookingId}`)).body).toMatchObject({
      payments: [{ refunds: [{ state: 'succeeded', why: 'The appointment was cancelled.' }] }],
    });
  });

  it('because the clinic closes that day refunds the payment at once, and says both in one email', async () => {
    const { transactionId } = await paid();
    // At nine, within the hours.
    const { rows } = await clinic.app.database.db.execute<{ day: string }>(
      sql`update bookings set calendar_id = (select calendar_id from appointment_options where id = option_id),
        starts_at = day + time '09:00' at time zone 'UTC', ends_at = day + time '09:30' at time zone 'UTC'
        where id = ${bookingId} returning day::text as day`,
    );
    const day = rows[0]?.day ?? '';
    const days = { from: day, to: day, reason: 'Fire drill' };
    const refused = await admin.post('/api/closures', days);
    expect(refused.body).toMatchObject({ code: 'STRANDS_BOOKINGS', bookings: [{ _id: bookingId }] });
    expect((await admin.post('/api/closures', { ...days, bookings: 'cancel' })).status).toBe(200);
    expect(await lastMail(/was cancelled$/)).toMatchObject({
      to: patient.email,
      text: expect.stringContaining('You get back '),
    });
    await goesBack(transactionId);
    expect(await isPaid()).toBe(false);
  });

  it('because its doctor lost the role refunds the remaining amount and payments on hold', async () => {
    const { id, transactionId } = await paid();
    await refund(id, { amount: 40 });
    const doctor = await withDoctor();
    await admin.request('DELETE', `/api/users/doctor/${doctor.id}`);
    await clinic.app.runJobs();
    expect(refundedAt(transactionId)).toBe(14_000);

    bookingId = await clinic.booking(patient);
    await heldOnPage();
    const another = await withDoctor();
    await admin.request('DELETE', `/api/users/${another.id}`);
    expect(await lastMail(/was cancelled$/)).toMatchObject({
      to: patient.email,
      text: expect.stringContaining('You get back '),
    });
    await clinic.app.runJobs();
    expect(clinic.sandbox.sslcommerz.payments()[0]?.refunds).toMatchObject([{ status: 'refunded' }]);
  });

  it('because its patient deletes their account refunds the payment, and emails only while the address is stored', async () => {
    const { transactionId } = await paid();
    const { email } = patient;
    await patient.post('/api/me/delete', { password: 'Correct1!' });
    expect(await lastMail(/was cancelled$/)).toMatchObject({
      to: email,
      text: expect.stringContaining('You get back '),
    });
    const before = clinic.app.mails.length;
    await goesBack(transactionId);
    await clinic.app.deliverMail();
    expect(clinic.app.mails).toHaveLength(before);
  });

  it('changes neither booking nor payment if a later step fails', async () => {
    const { transactionId } = await paid();
    const doctor = await withDoctor();
    const { db } = clinic.app.database;
    await db.execute(sql`alter table refunds add constraint none_now check (false) not valid`);
    const answer = await admin.request('DELETE', `/api/doctors/${doctor.id}`);
    await db.execute(sql`alter table refunds drop constraint none_now`);
    expect(answer.status).toBe(500);
    expect((await patient.get(`/api/bookings/${bookingId}`)).body).toMatchObject({ state: 'booked', paid: true });
    expect(refundedAt(transactionId)).toBe(0);
  });
});

it("a patient's export has their payments and refunds", async () => {
  const { id, transactionId } = await paid();
  await refund(id, { amount: 40.5 });
  expect((await patient.get('/api/me/export')).body).toMatchObject({
    payments: [{ _id: id, bookingId, transactionId, amount: 140, refunded: 40.5, refunds: [{ amount: 40.5 }] }],
  });
});

describe('the list of payments', () => {
  it('can be searched by patient, email, booking, transaction and receipt', async () => {
    const { id, transactionId } = await paid();
    const reference = String((await patient.get(`/api/bookings/${bookingId}`)).body['reference']);
    const receipt = await patient.get(`/api/payments/receipt/${id}`);
    expect(receipt.body).toMatchObject({
      number: expect.stringMatching(/^R-\d{4}-\d{6}$/),
      patient: patient.name,
      treatment: 'Cardiology',
      bookingReference: reference,
      payment: { amount: 140, transactionId },
    });
    expect((await admin.get(`/api/admin/payments/${id}`)).body).toMatchObject({ bookingReference: reference });
    const found = async (search: string) =>
      (
        (await admin.get(`/api/admin/payments?search=${encodeURIComponent(search)}`)).body as unknown as {
          _id: string;
        }[]
      ).map(({ _id }) => _id);
    const asReadOut = `${reference.slice(0, 3)} ${reference.slice(3)}`.toLowerCase();
    for (const search of [
      patient.email,
      bookingId,
      reference,
      asReadOut,
      transactionId,
      String(receipt.body['number']),
    ]) {
      expect(await found(search)).toEqual([id]);
    }
    expect(await found(patient.name)).toContain(id);
    expect(await found('100%')).toEqual([]);
  });

  it('has receipt numbers without gaps, even after a rolled-back payment', async () => {
    const { db } = clinic.app.database;
    const numberOf = async ({ id }: { id: string }) =>
      Number(String((await patient.get(`/api/payments/receipt/${id}`)).body['number']).slice(-6));
    const before = await numberOf(await paid());
    bookingId = await clinic.booking(patient);
    await db.execute(
      sql`alter table payments add constraint none_now check (receipt_number <= ${sql.raw(String(before))})`,
    );
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const report = { price: 140, transactionId, email: patient.email, bookingId };
    expect((await patient.post('/api/payments', report)).status).toBe(500);
    await db.execute(sql`alter table payments drop constraint none_now`);
    const { body } = await patient.post('/api/payments', report);
    expect(await numberOf({ id: String(body['insertedId']) })).toBe(before + 1);
  });

  it('has each payment on exactly one page, newest first', async () => {
    await paid();
    const list = async (rest: string) =>
      (await admin.get(`/api/admin/payments?limit=2${rest}`)).body as unknown as { _id: string; paidAt: string }[];
    const first = await list('');
    const second = await list(`&cursor=${first[1]?._id}`);
    const listed = [...first, ...second].map(({ _id, paidAt }) => `${paidAt} ${_id}`);
    expect(listed).toEqual(listed.toSorted().toReversed());
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('of a person has their payments of one state, newest first, over several pages', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      bookingId = await clinic.booking(patient);
      ids.unshift((await paid()).id);
    }
    const page = async (rest: string) => {
      const query = `search=${encodeURIComponent(patient.email)}&limit=2${rest}`;
      const { body } = await admin.get(`/api/admin/payments?${query}`);
      return (body as unknown as { _id: string }[]).map(({ _id }) => _id);
    };
    expect(await page('&state=paid')).toEqual(ids.slice(0, 2));
    expect(await page(`&state=paid&cursor=${ids[1]}`)).toEqual(ids.slice(2));
    expect(await page('&state=on-hold')).toEqual([]);
  });

  it("shows a receipt and a booking's payments to its patient and admins only", async () => {
    const { id } = await paid();
    const other = await clinic.app.person();
    expect((await other.get(`/api/payments/receipt/${id}`)).status).toBe(404);
    expect((await other.get(`/api/payments/booking/${bookingId}`)).status).toBe(404);
    expect((await other.get('/api/payments/mine')).body).toEqual([]);
    expect((await admin.get(`/api/payments/receipt/${id}`)).status).toBe(200);
    expect((await patient.get('/api/payments/mine')).body).toMatchObject([{ bookingId, paid: true }]);
    expect((await patient.get('/api/payments/receipt/x')).status).toBe(404);
  });

  it('has a log of each payment that cannot be changed', async () => {
    const { id } = await paid();
    await refund(id, { amount: 10 });
    const { body } = await admin.get(`/api/admin/payments/${id}`);
    expect(body['log']).toMatchObject([
      { by: 'the system', what: '$140.00 paid by card.' },
      { by: 'Ada Admin', what: 'Refund of $10.00 requested: A good one.' },
      { by: 'the system', what: 'The provider refunded $10.00.' },
    ]);
    const { db } = clinic.app.database;
    const refused = { cause: { message: 'payment_log is append-only' } };
    await expect(db.execute(sql`delete from payment_log`)).rejects.toMatchObject(refused);
    await expect(db.execute(sql`update payment_log set what = ''`)).rejects.toMatchObject(refused);
    await expect(db.execute(sql`truncate payment_log`)).rejects.toMatchObject(refused);
  });

  it('sends the browser its public settings and no secret', async () => {
    const { body } = await patient.get('/api/payments/config');
    expect(body).toEqual({
      provider: 'sandbox',
      publishableKey: 'pk_test_sandbox',
      currency: 'USD',
      confirmUrl: clinic.sandbox.url,
      hostedPage: true,
      hostedPageOrigins: [clinic.sandbox.url],
    });
  });
});

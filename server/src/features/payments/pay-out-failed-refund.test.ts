import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { startPayingClinic } from '../../../testing/paying.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { refunds } from '../../database/schema/payments.ts';

const clinic = await startPayingClinic();
const admin = await personWith(clinic.app, { name: 'Ada Admin', isAdmin: true });
const desk = await personWith(clinic.app, { name: 'Frida Desk', isFrontDesk: true });
const { stripe } = clinic.sandbox;

let patient: TestClient;
let bookingId: string;

beforeEach(async () => {
  stripe.deliver({ how: 'never' });
  patient = await clinic.app.person();
  bookingId = await clinic.booking(patient);
});

/** Pays $140 by card. Returns the ids of the payment and the transaction. */
async function paid(payer: TestClient = patient) {
  const transactionId = await clinic.confirmedCard(payer, bookingId);
  const report = { price: 140, transactionId, email: payer.email, bookingId };
  return { id: String((await payer.post('/api/payments', report)).body['insertedId']), transactionId };
}
/** The same, and a refund of it fails. Returns the ids of the payment and the refund. */
async function failed({ amount = 140, payer = patient }: { amount?: number; payer?: TestClient } = {}) {
  const { id } = await paid(payer);
  return { id, refundId: await failAgain(id, amount) };
}
async function failAgain(id: string, amount: number) {
  stripe.startRefundsAs('pending');
  const { body } = await admin.post(`/api/admin/payments/${id}/refunds`, { reason: 'The doctor is ill.', amount });
  stripe.startRefundsAs(undefined);
  stripe.changeRefund(stripe.refunds()[0]?.id ?? '', 'failed');
  await compare();
  return String(body['insertedId']);
}
const compare = () => admin.post('/api/admin/payment-reconciliation', {});
const payOut = (refundId: string, { method = 'transfer', by = admin }: { method?: string; by?: RoledClient } = {}) =>
  by.post(`/api/admin/refunds/${refundId}/payout`, { method, reason: 'The card has expired.' });
const correct = (refundId: string, by = admin) =>
  by.post(`/api/admin/refunds/${refundId}/correction`, { reason: 'The wrong patient.' });
const one = async (id: string) => (await admin.get(`/api/admin/payments/${id}`)).body;
const listed = async (id: string) => {
  const { body } = await admin.get('/api/admin/payment-differences');
  return (body as unknown as { paymentId?: string; kind: string; message: string }[]).filter(
    ({ paymentId }) => paymentId === id,
  );
};
const isPaid = async () => (await patient.get(`/api/bookings/${bookingId}`)).body['paid'];
const day = (date: string) => encodeURIComponent(date);
const takingsOf = async (date: string) => (await desk.get(`/api/appointments/takings?date=${day(date)}`)).body;
const incomeOf = async (date: string) =>
  (await admin.get(`/api/statistics?from=${day(date)}&to=${day(date)}`)).body['income'];

describe('a failed refund that the clinic paid in another way', () => {
  it('is paid back: for the appointment, the list of differences, the payment’s log and the patient', async () => {
    const { id, refundId } = await failed();
    expect(await listed(id)).toMatchObject([
      { kind: 'refund-failed', canPayOut: [{ _id: refundId, amount: 140, currency: 'USD' }] },
    ]);
    expect(await one(id)).toMatchObject({ state: 'paid', canPayOut: [{ _id: refundId, amount: 140 }] });
    expect(await isPaid()).toBe(true);

    const { body } = await payOut(refundId);
    expect(body).toMatchObject({ acknowledged: true, payment: { state: 'refunded', refunded: 140 } });
    const payout = { _id: body['insertedId'], kind: 'payout', method: 'transfer', state: 'succeeded', amount: 140 };
    expect(await one(id)).toMatchObject({
      refunds: [{ _id: refundId, state: 'failed' }, payout],
      canPayOut: [],
      canCorrect: [body['insertedId']],
      log: expect.arrayContaining([
        expect.objectContaining({ by: 'Ada Admin', what: '$140.00 refunded by bank transfer: The card has expired.' }),
      ]),
    });
    expect(await isPaid()).toBe(false);
    expect(await listed(id)).toEqual([]);
    expect((await patient.get(`/api/payments/booking/${bookingId}`)).body).toMatchObject({
      payments: [{ refunds: [{ state: 'failed' }, payout] }],
    });
    await clinic.app.deliverMail();
    const mail = clinic.app.mails.findLast(({ to }) => to.includes(patient.email));
    expect(mail?.text).toContain('by bank transfer. The clinic decided this refund.');
    const { body: entries } = await admin.get('/api/audit?what=pay-out-failed-refund');
    expect(entries).toMatchObject([{ detail: expect.stringMatching(/^\$140\.00 by bank transfer: /) }]);
  });

  it('is no difference from the provider, and cannot be refunded or paid again', async () => {
    const { id, refundId } = await failed();
    await payOut(refundId);
    expect((await compare()).status).toBe(200);
    expect(await listed(id)).toEqual([]);
    expect((await payOut(refundId)).body).toMatchObject({ code: 'NOTHING_TO_PAY_OUT' });
    const again = await admin.post(`/api/admin/payments/${id}/refunds`, { reason: 'Once more.' });
    expect(again.body).toMatchObject({ code: 'MORE_THAN_LEFT', left: 0 });
  });

  it.each([140, 40])(
    'of $%d is recorded once by two admins at the same moment, or refunded instead',
    async (amount) => {
      const other = await personWith(clinic.app, { isAdmin: true });
      const { id, refundId } = await failed({ amount });
      const answers = await Promise.all([
        payOut(refundId),
        payOut(refundId, { by: other }),
        payOut(refundId, { method: 'cash' }),
        admin.post(`/api/admin/payments/${id}/refunds`, { reason: 'Once more.', amount }),
      ]);
      const refused = answers.filter(({ status }) => status === 409);
      expect(answers.slice(0, 3).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
      expect((await one(id))['refunded']).toBeLessThanOrEqual(amount === 140 ? 140 : 80);
      expect(refused.length).toBeGreaterThanOrEqual(2);
    },
  );

  it('counts in the takings and the statistics, by the way in which it was paid', async () => {
    clinic.app.clock = new Date('2031-06-01T08:00:00Z');
    const { refundId } = await failed();
    await payOut(refundId, { method: 'cash' });
    clinic.app.clock = undefined;
    const total = { currency: 'USD', payments: 0, received: 0, refunded: 140, total: -140 };
    expect(await takingsOf('Jun 1, 2031')).toMatchObject({
      totals: [{ method: 'cash', ...total }],
      people: [{ name: 'Ada Admin', totals: [{ method: 'cash', ...total }] }],
      entries: [{ kind: 'refund', method: 'cash', amount: -140, by: 'Ada Admin' }],
    });
    expect(await incomeOf('Jun 1, 2031')).toEqual([
      { method: 'card', currency: 'USD', payments: 1, received: 140, refunded: 0, total: 140 },
      { method: 'cash', ...total },
    ]);
  });

  it('can be corrected: it pays for the appointment again, is due again, and no day that is over changes', async () => {
    clinic.app.clock = new Date('2031-06-03T08:00:00Z');
    const { id, refundId } = await failed();
    const payoutId = String((await payOut(refundId)).body['insertedId']);
    const before = [await takingsOf('Jun 3, 2031'), await incomeOf('Jun 3, 2031')];
    clinic.app.clock = new Date('2031-06-04T08:00:00Z');
    expect((await correct(payoutId)).body).toMatchObject({ payment: { state: 'paid', refunded: 0 } });
    expect((await correct(payoutId)).body).toMatchObject({ code: 'NOTHING_TO_CORRECT' });
    expect((await correct(refundId)).body).toMatchObject({ code: 'NOTHING_TO_CORRECT' });
    expect(await isPaid()).toBe(true);
    expect([await takingsOf('Jun 3, 2031'), await incomeOf('Jun 3, 2031')]).toEqual(before);
    expect(await takingsOf('Jun 4, 2031')).toMatchObject({
      totals: [{ method: 'transfer', payments: 0, received: 0, refunded: -140, total: 140 }],
      entries: [{ kind: 'payout-correction', amount: 140 }],
    });
    expect(await incomeOf('Jun 4, 2031')).toMatchObject([{ method: 'transfer', refunded: -140, total: 140 }]);
    expect(await listed(id)).toMatchObject([{ kind: 'refund-failed', canPayOut: [{ _id: refundId, amount: 140 }] }]);
    expect(await one(id)).toMatchObject({ refunds: [{}, { _id: payoutId, kind: 'payout', state: 'failed' }] });

    expect((await payOut(refundId, { method: 'cash' })).body).toMatchObject({ payment: { state: 'refunded' } });
    expect(await listed(id)).toEqual([]);
    clinic.app.clock = undefined;
  });

  it('leaves others that failed on the list', async () => {
    const { id, refundId } = await failed({ amount: 30 });
    const second = await failAgain(id, 40);
    await payOut(second);
    expect(await one(id)).toMatchObject({ state: 'paid', refunded: 40, canPayOut: [{ _id: refundId, amount: 30 }] });
    expect(await listed(id)).toMatchObject([
      { message: expect.stringContaining('did not refund $30.00'), canPayOut: [{ _id: refundId }] },
    ]);
    await payOut(refundId);
    expect(await listed(id)).toEqual([]);
  });

  it('is listed if its provider makes it after all, as a late event says; then the payout can be corrected', async () => {
    const { id, transactionId } = await paid();
    stripe.startRefundsAs('pending');
    const asked = await admin.post(`/api/admin/payments/${id}/refunds`, { reason: 'The doctor is ill.' });
    stripe.startRefundsAs(undefined);
    const refundId = String(asked.body['insertedId']);
    // The provider had said that it failed.
    await clinic.app.database.db
      .update(refunds)
      .set({ state: 'failed', doneAt: new Date() })
      .where(eq(refunds.id, refundId));
    const payoutId = String((await payOut(refundId)).body['insertedId']);
    stripe.deliver({ how: 'at-once' });
    stripe.changeRefund(stripe.refunds()[0]?.id ?? '', 'succeeded');
    await stripe.settled();
    expect(stripe.charges().find((one) => one.payment_intent === transactionId)?.amount_refunded).toBe(14_000);
    expect(await listed(id)).toMatchObject([
      {
        kind: 'refund-differs',
        message:
          'The provider calls a refund of $140.00 succeeded that had failed. It was also refunded by bank transfer.',
      },
    ]);
    expect(await one(id)).toMatchObject({ state: 'refunded', refunded: 140 });

    await correct(payoutId);
    await compare();
    expect(await one(id)).toMatchObject({
      state: 'refunded',
      refunded: 140,
      refunds: [{ _id: refundId, state: 'succeeded' }, { state: 'failed' }],
    });
    expect(await listed(id)).toEqual([]);
  });

  it('is recorded by no admin for an appointment of their own, and by nobody else of the staff', async () => {
    const owner = await personWith(clinic.app, { name: 'Olga Owner', isAdmin: true });
    bookingId = await clinic.booking(owner);
    const { id, refundId } = await failed({ payer: owner });
    expect((await owner.get(`/api/admin/payments/${id}`)).body).toMatchObject({ canPayOut: [], canCorrect: [] });
    expect(await payOut(refundId, { by: owner })).toMatchObject({ status: 403, body: { code: 'OWN_APPOINTMENT' } });
    expect((await payOut(refundId, { by: desk })).status).toBe(403);
    const payoutId = String((await payOut(refundId)).body['insertedId']);
    expect((await correct(payoutId, owner)).body).toMatchObject({ code: 'OWN_APPOINTMENT' });
  });
});

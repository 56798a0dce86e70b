import { beforeEach, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { startPayingClinic } from '../../../testing/paying.ts';
import type { TestClient } from '../../../testing/test-client.ts';

/** Two payments that the bank calls the same. */

let patient: TestClient;
let bookingId: string;

const clinic = await startPayingClinic();

beforeEach(async () => {
  patient = await clinic.app.person();
  bookingId = await clinic.booking(patient);
});

const paymentsOf = async (id = bookingId) =>
  (await patient.get(`/api/payments/booking/${id}`)).body['payments'] as { state: string }[];

/** Pays a booking on the hosted page, under this reference of the bank. */
async function pay(
  by: TestClient,
  { bookingId: id, repeated }: { bookingId: string; repeated: string },
): Promise<void> {
  const { sslcommerz } = clinic.sandbox;
  const sessionKey = await clinic.hostedPage(by, id);
  sslcommerz.nextBankReference(repeated);
  if (!sslcommerz.choose(sessionKey, 'pay')) throw new Error('no such session');
  await sslcommerz.settled();
}

it('keeps both payments, and refunds neither automatically', async () => {
  const repeated = '2605081553490001';
  const patients = [patient, await clinic.app.person()] as const;
  const bookings = [bookingId, await clinic.booking(patients[1])] as const;
  for (const at of [0, 1] as const) await pay(patients[at], { bookingId: bookings[at], repeated });
  for (const at of [0, 1] as const) {
    const { body } = await patients[at].get(`/api/payments/booking/${bookings[at]}`);
    expect(body).toMatchObject({ paid: true, payments: [{ state: 'paid', receiptNumber: expect.any(String) }] });
  }
  const admin = await personWith(clinic.app, { isAdmin: true });
  const listed = async () =>
    ((await admin.get('/api/admin/payment-differences')).body as unknown as { kind: string; bookingId: string }[])
      .filter((one) => bookings.includes(one.bookingId))
      .map(({ kind }) => kind);
  expect(await listed()).toEqual(['bank-reference-repeated']);
  const { body } = await patients[0].get(`/api/payments/booking/${bookings[0]}`);
  const [payment] = body['payments'] as { _id: string }[];
  await admin.post(`/api/admin/payments/${payment?._id}/refunds`, { reason: 'A good one.' });
  const theirs = clinic.sandbox.sslcommerz.payments().filter((one) => one.bankTransactionId === repeated);
  expect(theirs.map(({ refunds }) => refunds)).toEqual([[], []]);
  expect(await listed()).toContain('refund-failed');
});

it('does not stop a refund that the provider has accepted already', async () => {
  const { sslcommerz } = clinic.sandbox;
  const repeated = '2605081553490002';
  const admin = await personWith(clinic.app, { isAdmin: true });
  await pay(patient, { bookingId, repeated });
  const [payment] = (await paymentsOf()) as unknown as { _id: string }[];
  sslcommerz.takeTimeForRefunds('processing');
  await admin.post(`/api/admin/payments/${payment?._id}/refunds`, { reason: 'A good one.' });
  sslcommerz.takeTimeForRefunds('at-once');
  const other = await clinic.app.person();
  await pay(other, { bookingId: await clinic.booking(other), repeated });

  const theirs = sslcommerz.payments().flatMap(({ refunds }) => refunds);
  sslcommerz.changeRefund(theirs.find(({ status }) => status === 'processing')?.reference ?? '', 'refunded');
  await admin.post('/api/admin/payment-reconciliation', {});
  expect(await paymentsOf()).toMatchObject([{ state: 'refunded', refunds: [{ state: 'succeeded' }] }]);
});

it('does not fail a refund that may be pending because its answer was lost before the second payment', async () => {
  const { sslcommerz } = clinic.sandbox;
  const repeated = '2605081553490003';
  const admin = await personWith(clinic.app, { isAdmin: true });
  await pay(patient, { bookingId, repeated });
  const [payment] = (await paymentsOf()) as unknown as { _id: string }[];
  const refund = () => admin.post(`/api/admin/payments/${payment?._id}/refunds`, { reason: 'A good one.' });
  clinic.sandbox.disturb(() => ({ how: 'lost-answer' }));
  await refund();
  clinic.sandbox.disturb(undefined);
  const other = await clinic.app.person();
  await pay(other, { bookingId: await clinic.booking(other), repeated });

  await admin.post('/api/admin/payment-reconciliation', {});
  expect(await paymentsOf()).toMatchObject([{ refunded: 140, refunds: [{ state: 'pending' }] }]);
  expect((await refund()).body).toMatchObject({ code: 'MORE_THAN_LEFT', left: 0 });
  expect(
    sslcommerz.payments().flatMap(({ refunds, bankTransactionId: of }) => (of === repeated ? refunds : [])),
  ).toHaveLength(1);
  const { body } = await admin.get('/api/admin/payment-differences');
  expect(body).toContainEqual(
    expect.objectContaining({
      bookingId,
      kind: 'bank-reference-repeated',
      message: expect.stringContaining('did not answer whether it refunds $140.00'),
    }),
  );
});

it("is resolved by an admin's decision, refunded or not; any other decision is refused", async () => {
  const admin = await personWith(clinic.app, { isAdmin: true, name: 'Ada Admin' });
  const payAsSomebody = async () => {
    const by = await clinic.app.person();
    const id = await clinic.booking(by);
    await pay(by, { bookingId: id, repeated: '2605081553490004' });
    const { body } = await by.get(`/api/payments/booking/${id}`);
    return (body['payments'] as { _id: string }[])[0]?._id ?? '';
  };
  const shown = async (id: string) => (await admin.get(`/api/admin/payments/${id}`)).body;
  const state = (id: string, body: object) =>
    admin.post(`/api/admin/payments/${id}/refund-statement`, { reason: 'I looked there.', ...body });
  const requestLost = async (id: string, amount: number) => {
    clinic.sandbox.disturb(() => ({ how: 'lost-request' }));
    await admin.post(`/api/admin/payments/${id}/refunds`, { amount, reason: 'A good one.' });
    clinic.sandbox.disturb(undefined);
  };
  const differences = async (id: string) => {
    const { body } = await admin.get('/api/admin/payment-differences');
    return (body as unknown as { paymentId?: string; kind: string }[])
      .filter(({ paymentId }) => paymentId === id)
      .map(({ kind }) => kind);
  };

  const first = await payAsSomebody();
  expect(await shown(first)).toMatchObject({ canState: [] });
  expect((await state(first, { statement: 'refunded', reference: 'R1' })).body).toMatchObject({
    code: 'NOTHING_TO_STATE',
  });
  await requestLost(first, 40);
  const second = await payAsSomebody();
  await admin.post('/api/admin/payment-reconciliation', {});
  expect(await differences(first)).toEqual(['bank-reference-repeated']);
  expect(await shown(first)).toMatchObject({ canState: ['refunded', 'not-refunded'] });

  expect((await state(first, { statement: 'refunded' })).status).toBe(400);
  expect((await state(first, { statement: 'not-refunded', reason: ' ' })).status).toBe(400);
  expect((await state(first, { statement: 'not-refunded' })).body).toMatchObject({
    payment: { state: 'paid', refunded: 0, refunds: [{ state: 'failed' }] },
  });
  expect(await differences(first)).toEqual(['refund-failed']);
  expect((await admin.get('/api/audit?what=state-refund')).body).toMatchObject([
    { who: { name: 'Ada Admin' }, detail: expect.stringMatching(/^\$40\.00, not refunded at the provider: /) },
  ]);
  expect((await shown(first))['log']).toContainEqual(
    expect.objectContaining({ by: 'Ada Admin', what: expect.stringContaining('I looked there.') }),
  );

  // The clinic makes the refund at the provider, and an admin records it.
  expect((await state(first, { statement: 'not-refunded' })).body).toMatchObject({ code: 'NOTHING_TO_STATE' });
  expect((await state(first, { statement: 'refunded', reference: 'R1' })).body).toMatchObject({
    payment: {
      state: 'refunded',
      refunded: 140,
      refunds: [{ state: 'failed' }, { state: 'succeeded', amount: 140 }],
    },
  });
  expect(await shown(first)).toMatchObject({ canState: [] });
  expect(await shown(second)).toMatchObject({ state: 'paid', canState: ['refunded'] });
});

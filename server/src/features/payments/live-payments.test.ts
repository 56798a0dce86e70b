import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { type EventStream, openEventStream } from '../../../testing/event-stream.ts';
import { CARDS, startPayingClinic } from '../../../testing/paying.ts';
import type { TestClient } from '../../../testing/test-client.ts';

let patient: TestClient;
let bookingId: string;
const open: EventStream[] = [];

const clinic = await startPayingClinic();
const admin = await personWith(clinic.app, { isAdmin: true });
const stranger = await clinic.app.person();

beforeEach(async () => {
  clinic.sandbox.stripe.deliver({ how: 'never' });
  patient = await clinic.app.person();
  bookingId = await clinic.booking(patient);
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function listen(who: TestClient): Promise<EventStream> {
  const stream = await openEventStream(who, clinic.app.url);
  open.push(stream);
  return stream;
}

/** Expects an event about the booking's payments on a stream. */
async function expectPaymentEvent(stream: EventStream): Promise<void> {
  await stream.until((event) => event.type === 'payment' && event.bookingId === bookingId);
  stream.close();
}

/** Expects that patient and admin receive an event about the booking's payments when `work` runs. */
async function expectEventsForBoth(work: () => Promise<unknown>): Promise<void> {
  const streams = [await listen(patient), await listen(admin)];
  await work();
  for (const stream of streams) await expectPaymentEvent(stream);
}

async function payByCard(): Promise<string> {
  const transactionId = await clinic.confirmedCard(patient, bookingId);
  const { body } = await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
  return String(body['insertedId']);
}

async function payWithRisk(): Promise<string> {
  clinic.sandbox.sslcommerz.choose(await clinic.hostedPage(patient, bookingId), 'pay-with-risk');
  await clinic.sandbox.sslcommerz.settled();
  const [held] = (await patient.get(`/api/payments/booking/${bookingId}`)).body['payments'] as { _id: string }[];
  return held?._id ?? '';
}

const decide = (id: string, decision: 'approve' | 'reject' | 'refunds') =>
  admin.post(`/api/admin/payments/${id}/${decision}`, { reason: 'A good one.' });

describe('patient and admins receive an event at once when a payment', () => {
  it('arrives', () => expectEventsForBoth(payByCard));

  it('is being processed, and when it fails', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId, { card: CARDS.processing });
    const report = () => patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    await expectEventsForBoth(report);
    clinic.sandbox.stripe.finishPayment(transactionId, 'failed');
    await expectEventsForBoth(() => clinic.app.reconcile());
  });

  it('is put on hold', () => expectEventsForBoth(payWithRisk));

  it.each(['approve', 'reject'] as const)('on hold gets the decision: %s', async (decision) => {
    const id = await payWithRisk();
    await expectEventsForBoth(() => decide(id, decision));
    const { body } = await admin.get(`/api/audit?what=${decision}-payment&limit=1`);
    expect(body).toMatchObject([{ on: { name: patient.name }, outcome: 'done' }]);
  });

  it('is refunded, and when the refund fails', async () => {
    const id = await payByCard();
    await expectEventsForBoth(() => decide(id, 'refunds'));
    clinic.sandbox.stripe.changeRefund(clinic.sandbox.stripe.refunds()[0]?.id ?? '', 'failed');
    await expectEventsForBoth(() => admin.post('/api/admin/payment-reconciliation', {}));
  });
});

it('admins receive an event at once for a dispute and for a dismissed difference', async () => {
  const id = await payByCard();
  const { body: payment } = await admin.get(`/api/admin/payments/${id}`);
  clinic.sandbox.stripe.openDispute(String(payment['transactionId']));
  const first = await listen(admin);
  await admin.post('/api/admin/payment-reconciliation', {});
  await expectPaymentEvent(first);

  const { body } = await admin.get('/api/admin/payment-differences');
  const [dispute] = body as unknown as { _id: string }[];
  const second = await listen(admin);
  await admin.post(`/api/admin/payment-differences/${dispute?._id}/dismissal`, { reason: 'We answered the bank.' });
  await expectPaymentEvent(second);
});

it('nobody else receives these events', async () => {
  const stream = await listen(stranger);
  await expectEventsForBoth(payByCard);
  const own = await clinic.booking(stranger);
  bookingId = own;
  patient = stranger;
  await expectEventsForBoth(payByCard);
  const ids = stream.received.flatMap(({ event }) => (event.type === 'payment' ? [event.bookingId] : []));
  expect(new Set(ids)).toEqual(new Set([own]));
});

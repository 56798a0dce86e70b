import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { CARDS, startPayingClinic } from '../../../testing/paying.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { bookings } from '../../database/schema/booking.ts';

let patient: RoledClient;
let bookingId: string;
let startsAt: Date;

const clinic = await startPayingClinic();
const doctor = await personWith(clinic.app, { name: 'Dora Doctor', isDoctor: true });
const desk = await personWith(clinic.app, { isFrontDesk: true });
const { optionId } = await openOption(clinic.app.database.db, {
  treatment: 'Cardiology',
  doctor: { id: doctor.id, name: doctor.name, photo: null },
});

let day = 1;
beforeEach(async () => {
  clinic.app.clock = undefined;
  clinic.sandbox.stripe.deliver({ how: 'never' });
  patient = await personWith(clinic.app);
  const body = {
    appointmentDate: new Date(Date.now() + (day += 1) * 86_400_000).toLocaleDateString('en-US', {
      dateStyle: 'medium',
      timeZone: 'UTC',
    }),
    treatment: 'Cardiology',
    slot: '10:00 AM - 10:30 AM',
    optionId,
    price: 140,
    patient: patient.name,
    email: patient.email,
  };
  bookingId = String((await patient.post('/api/bookings', body)).body['insertedId']);
  startsAt = new Date(String((await seen())['startsAt']));
});

/** Lets the clinic's rule at the booking have been this one. */
const bookedWith = (freeCancellationHours: number) =>
  clinic.app.database.db.update(bookings).set({ freeCancellationHours }).where(eq(bookings.id, bookingId));
const seen = async (by: TestClient = patient) => (await by.get(`/api/bookings/${bookingId}`)).body;
const preview = (by: TestClient = patient) => by.get(`/api/bookings/${bookingId}/cancellation`);
const cancel = (by: TestClient, body: Record<string, unknown> = {}) =>
  by.post(`/api/bookings/${bookingId}/cancel`, body);
const at = (hoursBefore: number) => {
  clinic.app.clock = new Date(startsAt.getTime() - hoursBefore * 3_600_000);
};
async function pay(card: string = CARDS.good) {
  const transactionId = await clinic.confirmedCard(patient, bookingId, { card });
  await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
  return transactionId;
}
async function paymentId() {
  const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
  return (body['payments'] as { _id: string }[])[0]?._id;
}
async function refundedOf(transactionId: string) {
  await clinic.app.runJobs();
  return clinic.sandbox.stripe.charges().find((charge) => charge.payment_intent === transactionId)?.amount_refunded;
}

describe('a patient who cancels', () => {
  it('gets everything back while it is free of charge, in the answer and from the provider', async () => {
    await bookedWith(24);
    const transactionId = await pay();
    at(24.1);
    expect((await preview()).body).toEqual({
      refund: { amount: 140, currency: 'USD', atClinic: 0, byInsurance: 0 },
      freeUntil: new Date(startsAt.getTime() - 24 * 3_600_000).toISOString(),
      message: expect.stringMatching(/^You get back \$140\.00\. Cancelling is free of charge until .* 10:00 AM\.$/),
      needsReason: false,
    });
    const answer = await cancel(patient);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        acknowledged: true,
        booking: { state: 'cancelled', version: 2, can: { cancel: false, move: false } },
        refund: { amount: 140, currency: 'USD', atClinic: 0, byInsurance: 0 },
        nearest: [],
      },
    });
    expect((await cancel(patient)).body).toEqual(answer.body);
    expect(await refundedOf(transactionId)).toBe(14_000);
    expect(await seen()).toMatchObject({
      history: [{ state: 'booked' }, { state: 'cancelled', as: 'patient', byReader: true }],
    });
    expect(clinic.app.mails).toContainEqual(
      expect.objectContaining({
        to: patient.email,
        text: expect.stringMatching(/You cancelled this appointment:[^]*You get back \$140\./),
      }),
    );
  });

  it('gets no more by closing their account', async () => {
    await bookedWith(24);
    const transactionId = await pay();
    at(24.1);
    expect((await patient.get('/api/me/deletion')).body).toMatchObject({ bookingsAsPatient: 1, withoutRefund: 0 });
    at(23.9);
    expect((await patient.get('/api/me/deletion')).body).toMatchObject({ bookingsAsPatient: 1, withoutRefund: 1 });
    const closed = await patient.post('/api/me/delete', { password: 'Correct1!' });
    expect(closed.body).toMatchObject({ cancelledBookings: 1 });
    expect(await refundedOf(transactionId)).toBe(0);
  });

  it('gets no refund after the deadline, and the preview says so', async () => {
    await bookedWith(24);
    const transactionId = await pay();
    at(24);
    expect((await preview()).body).toMatchObject({
      refund: { amount: 0, currency: 'USD', atClinic: 0, byInsurance: 0 },
      message: expect.stringMatching(/^You do not get back what you paid: cancelling was free of charge until /),
    });
    expect((await cancel(patient)).body).toMatchObject({ refund: { amount: 0 } });
    clinic.app.clock = undefined;
    expect(await refundedOf(transactionId)).toBe(0);
  });

  it('gets back what is left after an earlier refund', async () => {
    const transactionId = await pay();
    const admin = await personWith(clinic.app, { isAdmin: true });
    const path = `/api/admin/payments/${await paymentId()}/refunds`;
    await admin.post(path, { amount: 40, reason: 'A discount.' });
    expect((await preview()).body).toMatchObject({ refund: { amount: 100 } });
    expect((await cancel(patient)).body).toMatchObject({ refund: { amount: 100 } });
    expect(await refundedOf(transactionId)).toBe(14_000);
  });

  it('is not told that money is lost if it is already being refunded', async () => {
    await bookedWith(24);
    await pay(CARDS.refundPends);
    const admin = await personWith(clinic.app, { isAdmin: true });
    const path = `/api/admin/payments/${await paymentId()}/refunds`;
    expect((await admin.post(path, { reason: 'A gift.' })).body).toMatchObject({ payment: { state: 'paid' } });
    at(23);
    const message = 'What you paid is being refunded already.';
    expect((await preview()).body).toMatchObject({ refund: { amount: 0 }, message });
    expect((await patient.get('/api/me/deletion')).body).toMatchObject({ bookingsAsPatient: 1, withoutRefund: 0 });
    await cancel(patient);
    await clinic.app.deliverMail();
    const mail = clinic.app.mails.find(({ to, subject }) => to === patient.email && subject.endsWith('was cancelled'));
    expect(mail?.text).toContain('You cancelled this appointment');
    expect(mail?.text).not.toContain('refunded');
    expect(mail?.text).not.toContain('Book another');
  });

  it('reads that there is nothing to refund if they have not paid', async () => {
    expect((await preview()).body).toMatchObject({
      refund: { amount: 0 },
      message: 'You have not paid for this appointment, so there is nothing to refund.',
    });
    expect((await cancel(patient)).body).toMatchObject({ refund: { amount: 0 }, booking: { state: 'cancelled' } });
  });

  it('reads that a payment that is being processed is refunded when it arrives, and so does staff', async () => {
    const transactionId = await pay(CARDS.processing);
    const rest = 'is being processed. If the appointment is cancelled, it is refunded when it arrives.';
    expect((await preview()).body['message']).toBe(`Your payment ${rest}`);
    const admin = await personWith(clinic.app, { isAdmin: true });
    expect((await preview(admin)).body['message']).toBe(`The payment by ${patient.name} ${rest}`);
    await cancel(patient);
    clinic.sandbox.stripe.deliver({ how: 'at-once' });
    clinic.sandbox.stripe.finishPayment(transactionId, 'succeeded');
    await clinic.sandbox.stripe.settled();
    expect(await refundedOf(transactionId)).toBe(14_000);
  });

  it('is refused once it has begun', async () => {
    at(0);
    for (const answer of [await preview(), await cancel(patient)]) {
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'NOT_POSSIBLE', message: 'This appointment has begun. Please call the clinic.' },
      });
    }
    expect(await seen()).toMatchObject({ state: 'booked' });
  });

  it('cancels once, if they press in two windows at the same moment', async () => {
    const transactionId = await pay();
    const answers = await Promise.all([cancel(patient), cancel(patient), cancel(patient)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await seen()).toMatchObject({ version: 2 });
    expect(await refundedOf(transactionId)).toBe(14_000);
  });

  it('leaves the slot to the next patient', async () => {
    const { appointmentDate, slot } = await seen();
    await cancel(patient);
    const next = await clinic.app.person();
    const request = { appointmentDate, slot, treatment: 'Cardiology', optionId, price: 140, email: next.email };
    expect((await next.post('/api/bookings', { ...request, patient: next.name })).status).toBe(200);
  });
});

describe('staff who cancel', () => {
  it('give a reason that the patient reads, refund everything, and get free slots to offer', async () => {
    await bookedWith(24);
    const transactionId = await pay();
    at(1);
    expect((await preview(doctor)).body).toMatchObject({
      message: `${patient.name} gets back $140.00 online.`,
      refund: { amount: 140 },
      needsReason: true,
    });
    expect(await cancel(doctor)).toMatchObject({ status: 409, body: { code: 'REASON_MISSING' } });
    expect(await cancel(doctor, { reason: '  ' })).toMatchObject({ status: 409, body: { code: 'REASON_MISSING' } });
    const { body } = await cancel(doctor, { reason: 'I am ill.' });
    const { slot, appointmentDate } = await seen();
    const nearest = body['nearest'] as { slot: string; optionId: string; appointmentDate: string }[];
    expect(nearest.length).toBeGreaterThan(0);
    expect(nearest).not.toContainEqual(expect.objectContaining({ slot, optionId, appointmentDate }));
    expect(await seen()).toMatchObject({
      cancelReason: 'I am ill.',
      history: [{}, { as: 'doctor', reason: 'I am ill.' }],
    });
    clinic.app.clock = undefined;
    expect(await refundedOf(transactionId)).toBe(14_000);
  });

  it('cancel what has begun or arrived, but not what is in progress', async () => {
    at(-0.1);
    const become = async (state: string) =>
      desk.request('PUT', `/api/bookings/${bookingId}/state`, {
        body: { state, version: (await seen(desk))['version'] },
      });
    await become('arrived');
    await become('in-progress');
    expect(await cancel(desk, { reason: 'A mistake.' })).toMatchObject({
      status: 409,
      body: { message: 'An appointment that is in progress cannot become cancelled.' },
    });
    await become('arrived');
    expect(await cancel(desk, { reason: 'A mistake.', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', version: 4 },
    });
    expect(await cancel(desk, { reason: 'A mistake.', version: 4 })).toMatchObject({
      status: 200,
      body: { booking: { state: 'cancelled' } },
    });
  });

  it('are patients of their own appointments', async () => {
    const { body } = await doctor.get('/api/v2/appointmentDays');
    const date = (body as unknown as { date: string }[]).at(-1)?.date;
    const request = {
      appointmentDate: date,
      treatment: 'Cardiology',
      slot: '02:00 PM - 02:30 PM',
      optionId,
      price: 140,
    };
    bookingId = await bookedAs(doctor, request);
    expect((await preview(doctor)).body).toMatchObject({ needsReason: false });
    expect((await cancel(doctor)).body).toMatchObject({ booking: { history: [{}, { as: 'patient' }] } });
  });
});

it('somebody else finds nothing to cancel, and learns nothing', async () => {
  const stranger = await clinic.app.person();
  const otherDoctor = await personWith(clinic.app, { isDoctor: true });
  for (const by of [stranger, otherDoctor]) {
    expect((await preview(by)).status).toBe(404);
    expect((await cancel(by, { reason: 'Because.' })).status).toBe(404);
  }
  expect((await patient.post('/api/bookings/not-an-id/cancel', {})).status).toBe(404);
  expect(await seen()).toMatchObject({ state: 'booked' });
});

describe('the audit log', () => {
  const lines = async (on: RoledClient = patient) => {
    const admin = await personWith(clinic.app, { isAdmin: true });
    return (await admin.get(`/api/audit?on=${on.id}`)).body;
  };

  it.each([
    ['the front desk', () => desk],
    ['the doctor', () => doctor],
  ])('has a cancellation by %s once, without the reason that they wrote', async (_who, who) => {
    await cancel(who(), { reason: 'Her blood test was fine.' });
    await cancel(who(), { reason: 'Her blood test was fine.' });
    const { reference, appointmentDate } = await seen();
    const found = await lines();
    expect(found).toMatchObject([
      {
        what: 'cancel-appointment',
        who: { name: who().name },
        on: { _id: patient.id, name: patient.name },
        outcome: 'done',
        detail: `Cardiology with Dr. Dora Doctor on ${String(appointmentDate)}, ${String(reference)}`,
      },
    ]);
    expect(JSON.stringify(found)).not.toContain('blood test');
  });

  it('has no cancellation by patients, also not by a doctor of an own appointment', async () => {
    await cancel(patient);
    expect(await lines()).toEqual([]);
    const own = { appointmentDate: (await seen())['appointmentDate'], slot: '11:00 AM - 11:30 AM' };
    const request = {
      ...own,
      treatment: 'Cardiology',
      optionId,
      price: 140,
      patient: doctor.name,
      email: doctor.email,
    };
    bookingId = String((await doctor.post('/api/bookings', request)).body['insertedId']);
    expect((await cancel(doctor)).status).toBe(200);
    expect(await lines(doctor)).toEqual([]);
  });
});

import { slotLabel } from '@openhours/contract/slot-label.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startPayingClinic } from '../../../testing/paying.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { bookings } from '../../database/schema/booking.ts';

const clinic = await startPayingClinic();
const { app } = clinic;
const { db } = app.database;
const desk = await personWith(app, { isFrontDesk: true });
const doctor = await personWith(app, { name: 'Dora Doctor', isDoctor: true });
const colleague = await personWith(app, { name: 'Carl Colleague', isDoctor: true });
const openTo = async ({ id, name }: RoledClient) =>
  (await openOption(db, { treatment: 'Cardiology', doctor: { id, name, photo: null } })).optionId;
const [optionId, colleaguesOption] = [await openTo(doctor), await openTo(colleague)];

interface Appointment {
  _id: string;
  version: number;
  appointmentDate: string;
  slot: string;
  startsAt: string;
}

let patient: RoledClient;
/** Three appointments, a week apart. */
let series: [Appointment, Appointment, Appointment];
let booked = 0;

beforeEach(async () => {
  app.clock = undefined;
  clinic.sandbox.stripe.deliver({ how: 'never' });
  patient = await personWith(app);
  series = await bookSeries(patient);
});

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
/** Each series has a time of its own, before noon. */
async function bookSeries({ id: patientId }: RoledClient) {
  const wanted = { patientId, treatment: 'Cardiology', optionId, everyWeeks: 1, times: 3 };
  const hour = 9 + Math.floor(booked / 7);
  const when = { appointmentDate: inDays(2 + (booked % 7)), slot: slotLabel({ startMinute: hour * 60, minutes: 30 }) };
  booked += 1;
  const { body } = await desk.post('/api/appointments/series', { ...wanted, ...when });
  return body['appointments'] as typeof series;
}
const preview = (of: Appointment, by: TestClient = desk) => by.get(`/api/bookings/${of._id}/cancellation`);
const cancel = (
  of: Appointment,
  {
    also,
    by = desk,
    ...body
  }: { also?: readonly Appointment[]; by?: TestClient; reason?: string; version?: number } = {},
) =>
  by.post(`/api/bookings/${of._id}/cancel`, {
    reason: 'The course is over.',
    ...(also && { also: also.map(({ _id, version }) => ({ _id, version })) }),
    ...body,
  });
const statesOf = (all: readonly Appointment[] = series) =>
  Promise.all(all.map(async ({ _id }) => (await desk.get(`/api/bookings/${_id}`)).body['state']));
async function move({ _id }: Appointment, to: Record<string, unknown>) {
  const { body } = await desk.post(`/api/bookings/${_id}/move`, to);
  return body['booking'] as Appointment;
}
async function pay({ _id: bookingId }: Appointment) {
  const transactionId = await clinic.confirmedCard(patient, bookingId);
  await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
  return transactionId;
}
async function refundedOf(transactionId: string) {
  await app.runJobs();
  return clinic.sandbox.stripe.charges().find((charge) => charge.payment_intent === transactionId)?.amount_refunded;
}
const mailsAbout = async (subject: RegExp) => {
  await app.deliverMail();
  return app.mails.filter((mail) => mail.to === patient.email && subject.test(mail.subject));
};
const idsOf = (all: readonly Appointment[]) => all.map(({ _id }) => _id);

describe('the appointments of a series', () => {
  it('stay if one is cancelled by the link in its email, which says how many', async () => {
    const [mail] = await mailsAbout(/./);
    const [token = ''] = [...(mail?.text ?? '').matchAll(/\/visit#token=(\S+)/g)].map(([, found]) => found);
    const nobody = app.client();
    const { body } = await nobody.post('/api/visit/cancellation', { token });
    expect(body).toMatchObject({ laterInSeries: 2 });
    expect(JSON.stringify(body)).not.toContain(series[1].appointmentDate);
    expect((await nobody.post('/api/visit/cancel', { token, version: 1 })).status).toBe(200);
    expect(await statesOf()).toEqual(['cancelled', 'booked', 'booked']);
  });

  it('are listed with the later ones, with what is refunded of each and of all', async () => {
    const [first, second, third] = series;
    await pay(first);
    await pay(third);
    const none = { amount: 0, currency: 'USD', atClinic: 0, byInsurance: 0 };
    expect((await preview(first)).body).toMatchObject({
      message: `${patient.name} gets back $140.00 online.`,
      series: {
        message: `${patient.name} gets back $280.00 online.`,
        appointments: [
          {
            _id: first._id,
            version: 1,
            appointmentDate: first.appointmentDate,
            slot: first.slot,
            refund: { amount: 140 },
          },
          { _id: second._id, doctorName: 'Dora Doctor', refund: none },
          { _id: third._id, refund: { ...none, amount: 140 } },
        ],
      },
    });
    expect((await preview(second)).body).toMatchObject({
      series: { appointments: [{ _id: second._id }, { _id: third._id }] },
    });
    expect((await preview(third)).body).not.toHaveProperty('series');
  });

  it('are cancelled together, with one email and all refunds, and no others are', async () => {
    const [, second, third] = series;
    const others = [...(await bookSeries(await personWith(app))), ...(await bookSeries(patient))];
    const transactionIds = [await pay(second), await pay(third)];
    const { body } = await cancel(second, { also: [third, ...others], version: 1 });
    expect(body).toMatchObject({
      booking: { _id: second._id, state: 'cancelled' },
      refund: { amount: 140 },
      series: { cancelled: idsOf([second, third]), refunds: [{ amount: 280, currency: 'USD' }] },
    });
    expect(await statesOf()).toEqual(['booked', 'cancelled', 'cancelled']);
    expect(new Set(await statesOf(others))).toEqual(new Set(['booked']));
    for (const id of transactionIds) expect(await refundedOf(id)).toBe(14_000);
    const [mail, ...more] = await mailsAbout(/cancelled$/);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Your 2 appointments from ${second.appointmentDate} were cancelled`);
    for (const text of [second.appointmentDate, third.appointmentDate, 'The course is over.']) {
      expect(mail?.text).toContain(text);
    }
    const admin = await personWith(app, { isAdmin: true });
    const log = (await admin.get(`/api/audit?on=${patient.id}`)).body as unknown as { what: string }[];
    expect(log.filter(({ what }) => what === 'cancel-appointment')).toHaveLength(2);
  });

  it('that were moved are among them', async () => {
    const [first, second, third] = series;
    const moved = await move(second, { appointmentDate: second.appointmentDate, slot: '03:00 PM - 03:30 PM' });
    expect((await preview(first)).body).toMatchObject({
      series: { appointments: [{}, { _id: second._id, version: 2, slot: '03:00 PM - 03:30 PM' }, {}] },
    });
    expect((await cancel(first, { also: [moved, third] })).body).toMatchObject({ series: { skipped: [] } });
    expect(await statesOf()).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  it('that were cancelled, moved or begun meanwhile are skipped and named', async () => {
    const [first, second, third] = series;
    await cancel(second, { by: patient });
    await move(third, { appointmentDate: third.appointmentDate, slot: '03:00 PM - 03:30 PM' });
    expect((await cancel(first, { also: [second, third] })).body).toMatchObject({
      series: {
        cancelled: [first._id],
        skipped: [
          { _id: second._id, message: 'It is cancelled already.' },
          { _id: third._id, message: 'It has changed in the meantime.' },
        ],
        refunds: [],
      },
    });
    expect(await statesOf()).toEqual(['cancelled', 'cancelled', 'booked']);
  });

  it('that have begun are neither listed nor cancelled with an earlier one, which staff can still cancel', async () => {
    const [first, second, third] = series;
    app.clock = new Date(second.startsAt);
    expect((await preview(first)).body).toMatchObject({ series: { appointments: [{}, { _id: third._id }] } });
    expect((await cancel(first, { also: [second, third] })).body).toMatchObject({
      series: { cancelled: idsOf([first, third]), skipped: [{ _id: second._id, message: 'It has begun.' }] },
    });
  });

  it('are cancelled once: a repeated call answers the same, and two at the same moment do not fail', async () => {
    const [first, second, third] = series;
    await pay(second);
    const answer = await cancel(first, { also: [second, third] });
    expect((await cancel(first, { also: [second, third] })).body).toEqual(answer.body);
    expect(await mailsAbout(/cancelled$/)).toHaveLength(1);

    const [one, two, three] = await bookSeries(patient);
    const answers = await Promise.all([
      cancel(one, { also: [three, two] }),
      cancel(two, { also: [three] }),
      cancel(three, { also: [two, one] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const versions = await db.select({ version: bookings.version }).from(bookings).where(eq(bookings.id, three._id));
    expect(versions).toEqual([{ version: 2 }]);
  });

  it('stay if the call is refused', async () => {
    const [first, second, third] = series;
    expect(await cancel(first, { also: [second, third], reason: '' })).toMatchObject({
      body: { code: 'REASON_MISSING' },
    });
    expect(await cancel(first, { also: [second, third], version: 2 })).toMatchObject({
      body: { code: 'CHANGED_MEANWHILE' },
    });
    expect(await statesOf()).toEqual(['booked', 'booked', 'booked']);
  });
});

describe('a doctor', () => {
  it('cancels only what is theirs, and does not see where the rest is now', async () => {
    const [first, second, third] = series;
    await move(second, { appointmentDate: second.appointmentDate, slot: second.slot, optionId: colleaguesOption });
    expect((await preview(first, doctor)).body).toMatchObject({ series: { appointments: [{}, { _id: third._id }] } });
    expect((await cancel(first, { also: [second, third], by: doctor })).body).toMatchObject({
      series: {
        cancelled: idsOf([first, third]),
        skipped: [{ _id: second._id, message: 'It has changed in the meantime.' }],
      },
    });
    expect(await statesOf()).toEqual(['cancelled', 'booked', 'cancelled']);
  });

  it('and somebody else find nothing of it through another appointment', async () => {
    const [first, ...rest] = series;
    for (const by of [colleague, await app.person()]) {
      expect((await preview(first, by)).status).toBe(404);
      expect((await cancel(first, { also: rest, by })).status).toBe(404);
    }
    const stranger = await personWith(app);
    const [own] = await bookSeries(stranger);
    expect((await cancel(own, { also: series, by: stranger })).body).toMatchObject({
      series: { cancelled: [own._id], skipped: [{}, {}, {}] },
    });
    expect(await statesOf()).toEqual(['booked', 'booked', 'booked']);
  });
});

describe('the patient', () => {
  it('gets back only what is still free to cancel, and reads why about each', async () => {
    const [first, second, third] = series;
    await db.update(bookings).set({ freeCancellationHours: 24 }).where(eq(bookings.patientId, patient.id));
    const [late, free] = [await pay(first), await pay(second)];
    app.clock = new Date(new Date(first.startsAt).getTime() - 3_600_000);
    expect((await preview(first, patient)).body).toMatchObject({
      series: {
        message: 'You get back $140.00.',
        appointments: [
          { refund: { amount: 0 }, note: expect.stringMatching(/^You do not get back what you paid/) },
          { refund: { amount: 140 } },
          { refund: { amount: 0 } },
        ],
      },
    });
    const { body } = await cancel(first, { also: [second, third], by: patient });
    expect(body).toMatchObject({ refund: { amount: 0 }, series: { skipped: [], refunds: [{ amount: 140 }] } });
    app.clock = undefined;
    expect([await refundedOf(late), await refundedOf(free)]).toEqual([0, 14_000]);
  });

  it('and staff read that nothing was paid', async () => {
    const [first] = series;
    expect((await preview(first, patient)).body).toMatchObject({
      series: { message: 'You have paid nothing, so nothing is refunded.' },
    });
    expect((await preview(first)).body).toMatchObject({
      series: { message: `${patient.name} has paid nothing, so nothing is refunded.` },
    });
  });
});

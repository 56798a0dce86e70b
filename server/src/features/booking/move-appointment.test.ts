import { isoFromMediumDate, mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { manyWith, personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { CARDS, startPayingClinic } from '../../../testing/paying.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions, treatments } from '../../database/schema/schedule.ts';

let patient: RoledClient;
let bookingId: string;

const clinic = await startPayingClinic();
const { db } = clinic.app.database;
const doctor = await personWith(clinic.app, { name: 'Dora Doctor', isDoctor: true });
const other = await personWith(clinic.app, { name: 'Mo Medic', isDoctor: true });
const desk = await personWith(clinic.app, { isFrontDesk: true });
const admin = await personWith(clinic.app, { isAdmin: true });
const asDoctor = ({ id, name }: RoledClient) => ({ id, name, photo: null });
const { optionId, treatmentId } = await openOption(db, {
  treatment: 'Podiatry',
  priceMinor: 14_000,
  doctor: asDoctor(doctor),
});
const { optionId: otherOptionId } = await openOption(db, {
  treatment: 'Podiatry',
  priceMinor: 14_000,
  doctor: asDoctor(other),
});

const dateIn = (days: number) => mediumDateFromIso(new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
/** 'Mon, Jan 8, 2024' */
const inMail = (on: string) => `${new Date(on).toLocaleDateString('en-US', { weekday: 'short' })}, ${on}`;
const NINE = '09:00 AM - 09:30 AM';
const TEN = '10:00 AM - 10:30 AM';

let day = 1;
let date: string;
let nextDate: string;
beforeEach(async () => {
  clinic.app.clock = undefined;
  clinic.sandbox.stripe.deliver({ how: 'never' });
  await setPrice(14_000);
  patient = await personWith(clinic.app);
  day += 2;
  [date, nextDate] = [dateIn(day), dateIn(day + 1)];
  bookingId = await booked(patient);
});

const setPrice = (priceMinor: number, currency = 'USD') =>
  clinic.app.database.db.update(treatments).set({ priceMinor, currency }).where(eq(treatments.id, treatmentId));
const setOpen = (open: boolean, ...ids: string[]) =>
  db.update(appointmentOptions).set({ open }).where(inArray(appointmentOptions.id, ids));
const setActive = (active: boolean) => db.update(treatments).set({ active }).where(eq(treatments.id, treatmentId));
async function booked(by: TestClient, more: Record<string, unknown> = {}) {
  const request = { appointmentDate: date, treatment: 'Podiatry', slot: NINE, optionId, price: 140, ...more };
  return bookedAs(by, request);
}
const seen = async (by: TestClient = patient) => (await by.get(`/api/bookings/${bookingId}`)).body;
const move = (by: TestClient, body: Record<string, unknown> = {}) =>
  by.post(`/api/bookings/${bookingId}/move`, { appointmentDate: nextDate, slot: TEN, optionId, ...body });
async function freeSlots(on: string, of = optionId) {
  const { body } = await patient.get(`/api/v2/appointmentOptions?date=${on}`);
  return (body as unknown as { _id: string; slots: string[] }[]).find(({ _id }) => _id === of)?.slots;
}
async function pay(price = 140, card: string = CARDS.good) {
  const transactionId = await clinic.confirmedCard(patient, bookingId, { price, card });
  await patient.post('/api/payments', { price, transactionId, email: patient.email, bookingId });
  return transactionId;
}
async function refundedOf(transactionId: string) {
  await clinic.app.runJobs();
  return clinic.sandbox.stripe.charges().find((charge) => charge.payment_intent === transactionId)?.amount_refunded;
}

describe('moving an appointment', () => {
  it('keeps its id, reference and history; the old slot is free, and the new one is taken', async () => {
    const before = await seen();
    const { status, body } = await move(patient, { optionId: otherOptionId });
    expect([status, body['acknowledged']]).toEqual([200, true]);
    expect(await seen()).toMatchObject({
      _id: bookingId,
      reference: before['reference'],
      version: 2,
      state: 'booked',
      appointmentDate: nextDate,
      slot: TEN,
      doctorName: 'Mo Medic',
      history: [
        { appointmentDate: date, slot: NINE, doctorName: 'Dora Doctor', as: 'patient', byReader: true },
        { appointmentDate: nextDate, slot: TEN, doctorName: 'Mo Medic', as: 'patient', byReader: true },
      ],
    });
    expect(await freeSlots(date)).toContain(NINE);
    expect(await freeSlots(nextDate)).toContain(TEN);
    expect(await freeSlots(nextDate, otherOptionId)).not.toContain(TEN);
    await clinic.app.deliverMail();
    expect(clinic.app.mails.findLast(({ to }) => to === patient.email)).toMatchObject({
      subject: `Your appointment was moved to ${nextDate}`,
      text: expect.stringContaining(
        `Old time: ${inMail(date)}, ${NINE}, with Dr. Dora Doctor\n\nWhen: ${inMail(nextDate)}, ${TEN}\n\nWith: Dr. Mo Medic`,
      ),
    });
  });

  it('to a sooner time says before it and in the email until when it is free to cancel', async () => {
    const sooner = { appointmentDate: dateIn(1), slot: TEN, optionId };
    const termsOf = async (time: Record<string, string>) =>
      (await patient.get(`/api/bookings/${bookingId}/move-terms?${new URLSearchParams(time).toString()}`)).body;
    await db.update(bookings).set({ freeCancellationHours: 24 }).where(eq(bookings.id, bookingId));
    expect(await termsOf({ ...sooner, appointmentDate: nextDate })).toEqual({});
    const { freeUntil } = await termsOf(sooner);
    expect((await move(patient, sooner)).status).toBe(200);
    expect(await seen()).toMatchObject({ freeUntil });
    await clinic.app.deliverMail();
    const { text } = clinic.app.mails.findLast(({ to }) => to === patient.email) ?? {};
    expect(text).toMatch(/Free to cancel until: |If you cancel: You get no refund\./);
  });

  it('several times before its email is sent: one email has the time before all of them, and none if it is back', async () => {
    const oldTimes = async () => {
      await clinic.app.deliverMail();
      const moved = clinic.app.mails.filter(({ to, subject }) => to === patient.email && subject.includes('was moved'));
      return moved.map(({ text }) => /Old time: [A-Z][a-z]{2}, ([^,]+, \d{4}, [^,]+),/.exec(text)?.[1]);
    };
    await move(patient);
    await move(patient, { appointmentDate: date, slot: NINE });
    expect(await oldTimes()).toEqual([]);
    await move(patient);
    await move(patient, { appointmentDate: date, slot: NINE });
    await move(patient);
    expect(await oldTimes()).toEqual([`${date}, ${NINE}`]);
    await move(patient, { appointmentDate: date, slot: NINE });
    expect(await oldTimes()).toEqual([`${date}, ${NINE}`, `${nextDate}, ${TEN}`]);
  });

  it('can be by half an hour, into its own time', async () => {
    const long = await openOption(clinic.app.database.db, { treatment: 'Massage', minutes: 60, priceMinor: 0 });
    bookingId = await booked(patient, {
      treatment: 'Massage',
      optionId: long.optionId,
      slot: '11:00 AM - 12:00 PM',
      price: 0,
    });
    await clinic.app.database.db.update(treatments).set({ minutes: 90 }).where(eq(treatments.id, long.treatmentId));
    const answer = await move(patient, { appointmentDate: date, optionId: long.optionId, slot: '10:30 AM - 12:00 PM' });
    expect(answer).toMatchObject({ status: 200, body: { booking: { slot: '10:30 AM - 12:00 PM', minutes: 90 } } });
  });

  it('to where it is changes nothing, and can be repeated', async () => {
    expect(await move(patient, { appointmentDate: date, slot: NINE })).toMatchObject({
      status: 200,
      body: { booking: { version: 1 } },
    });
    await move(patient);
    expect(await move(patient)).toMatchObject({ status: 200, body: { booking: { version: 2 } } });
  });

  it('without a doctor takes the same one if free, or another', async () => {
    await move(patient, { optionId: undefined });
    expect(await seen()).toMatchObject({ doctorName: 'Dora Doctor' });
    const next = await personWith(clinic.app);
    bookingId = await booked(next);
    expect(await move(next, { optionId: undefined })).toMatchObject({
      status: 200,
      body: { booking: { doctorName: 'Mo Medic' } },
    });
  });

  it('is refused like a booking, and leaves everything as it was', async () => {
    const before = await seen();
    const next = await personWith(clinic.app);
    await booked(next, { appointmentDate: nextDate, slot: TEN });
    const refusals = [
      [{}, 'SLOT_TAKEN'],
      [{ slot: '10:10 AM - 10:40 AM' }, 'SLOT_NOT_OFFERED'],
      [{ appointmentDate: dateIn(-1) }, 'SLOT_PAST'],
      [{ appointmentDate: dateIn(3000) }, 'BEYOND_HORIZON'],
      [{ price: 1 }, 'PRICE_CHANGED'],
      [{ version: 7 }, 'CHANGED_MEANWHILE'],
      [{ optionId: '01890000-0000-7000-8000-000000000000' }, 'TREATMENT_UNKNOWN'],
    ] as const;
    for (const [body, code] of refusals) expect((await move(patient, body)).body).toMatchObject({ code });
    expect((await move(patient)).body).toMatchObject({
      message: `Someone else has just booked ${TEN}. Please choose another slot.`,
      nearest: [{ appointmentDate: nextDate }, {}, {}],
    });
    expect(await seen()).toEqual(before);
    expect(await freeSlots(date)).not.toContain(NINE);
  });

  it('is refused where the patient is elsewhere, or has that treatment already', async () => {
    const other = await openOption(clinic.app.database.db, { treatment: 'Dietetics', priceMinor: 0 });
    await booked(patient, {
      appointmentDate: nextDate,
      treatment: 'Dietetics',
      optionId: other.optionId,
      slot: TEN,
      price: 0,
    });
    expect((await move(patient)).body).toMatchObject({ code: 'ELSEWHERE' });
    // Staff read about the patient.
    const { name } = patient;
    expect((await move(desk)).body).toMatchObject({
      code: 'ELSEWHERE',
      message: `${name} has another appointment at ${TEN} on ${nextDate}.`,
    });
    const second = await booked(patient, { appointmentDate: nextDate, slot: NINE });
    expect((await move(patient, { slot: '02:00 PM - 02:30 PM' })).body).toMatchObject({
      code: 'ALREADY_BOOKED',
      bookingId: second,
      message: `You already have an appointment for Podiatry on ${nextDate}.`,
    });
    expect((await move(desk, { slot: '02:00 PM - 02:30 PM' })).body).toMatchObject({
      code: 'ALREADY_BOOKED',
      bookingId: second,
      message: `${name} already has an appointment for Podiatry on ${nextDate}.`,
    });
    expect(await seen()).toMatchObject({ version: 1, slot: NINE });
  });

  it('is refused after a cancellation with that reason, whichever version the caller saw', async () => {
    await patient.post(`/api/bookings/${bookingId}/cancel`, {});
    expect((await move(patient, { version: 1 })).body).toMatchObject({
      code: 'NOT_POSSIBLE',
      message: 'This appointment was cancelled. Please book a new one.',
    });
  });

  it('is possible for patients until it is no longer free of charge, and for staff until it is arrived', async () => {
    const startsAt = new Date(String((await seen())['startsAt'])).getTime();
    await clinic.app.database.db.update(bookings).set({ freeCancellationHours: 24 }).where(eq(bookings.id, bookingId));
    clinic.app.clock = new Date(startsAt - 24 * 3_600_000);
    expect(await seen()).toMatchObject({ can: { move: false, cancel: true } });
    expect(await move(patient)).toMatchObject({
      status: 409,
      body: { code: 'NOT_POSSIBLE', message: expect.stringMatching(/^You could move this appointment until /) },
    });
    // At five past nine, to a slot that began at nine with the other doctor.
    clinic.app.clock = new Date(startsAt + 5 * 60_000);
    expect(await seen(doctor)).toMatchObject({ can: { move: true } });
    expect(await move(doctor, { appointmentDate: date, slot: NINE, optionId: otherOptionId })).toMatchObject({
      status: 200,
    });
    await desk.request('PUT', `/api/bookings/${bookingId}/state`, { body: { state: 'arrived', version: 2 } });
    expect(await move(desk)).toMatchObject({ status: 409, body: { code: 'NOT_POSSIBLE' } });
    expect(await seen()).toMatchObject({ history: [{}, { as: 'doctor', byReader: false }, { state: 'arrived' }] });
  });

  it('finds nothing for anybody else', async () => {
    const stranger = await clinic.app.person();
    const otherDoctor = await personWith(clinic.app, { isDoctor: true });
    for (const by of [stranger, otherDoctor]) expect((await move(by)).status).toBe(404);
    expect(await seen()).toMatchObject({ version: 1 });
  });

  it('goes by the present name of its treatment, which has been renamed', async () => {
    const rename = (name: string) =>
      clinic.app.database.db.update(treatments).set({ name }).where(eq(treatments.id, treatmentId));
    await rename('Foot care');
    try {
      expect(await seen()).toMatchObject({ treatment: 'Podiatry', treatmentNow: 'Foot care' });
      expect((await move(patient)).status).toBe(200);
      const cancelled = await desk.post(`/api/bookings/${bookingId}/cancel`, { reason: 'Ill.' });
      expect(cancelled.body['nearest']).toContainEqual(expect.objectContaining({ treatment: 'Foot care' }));
    } finally {
      await rename('Podiatry');
    }
    expect(await seen()).not.toHaveProperty('treatmentNow');
  });

  it('to a doctor whose option was closed is refused', async () => {
    await setOpen(false, otherOptionId);
    expect((await move(patient, { optionId: otherOptionId })).body).toMatchObject({ code: 'TREATMENT_UNKNOWN' });
    await setOpen(true, otherOptionId);
  });

  it('is left to staff when nobody offers its treatment any more, and the answers say so', async () => {
    const canMove = async () => {
      const own = (await seen())['can'];
      const { body } = await desk.get(`/api/agenda?from=${isoFromMediumDate(date)}&to=${isoFromMediumDate(date)}`);
      const days = body['days'] as { appointments: { _id: string; can: { move: boolean } }[] }[];
      const inAgenda = days.flatMap(({ appointments }) => appointments).find(({ _id }) => _id === bookingId);
      return [(own as { move: boolean }).move, inAgenda?.can.move];
    };
    expect(await canMove()).toEqual([true, true]);
    await setOpen(false, optionId);
    expect(await canMove()).toEqual([true, true]);
    await setOpen(false, otherOptionId);
    expect(await canMove()).toEqual([false, true]);
    await setOpen(true, optionId, otherOptionId);
    await setActive(false);
    expect(await canMove()).toEqual([false, true]);
    expect((await move(patient)).body).toMatchObject({
      code: 'NOT_POSSIBLE',
      message: 'This treatment can no longer be booked online. Please call the clinic to move the appointment.',
    });
    await setActive(true);
    expect(await canMove()).toEqual([true, true]);
  });

  it('by staff, with a doctor who does not offer its treatment any more, keeps its own length and buffer', async () => {
    const timesFor = async (by: TestClient, more = `&booking=${bookingId}`) => {
      const answer = await by.get(`/api/appointments/options?date=${encodeURIComponent(nextDate)}${more}`);
      const options = answer.body as unknown as { _id: string; minutes: number; slots: string[] }[];
      return answer.status === 200 ? options.find(({ _id }) => _id === optionId) : answer.status;
    };
    const { db } = clinic.app.database;
    const change = (minutes: number, bufferMinutes: number) =>
      db.update(treatments).set({ minutes, bufferMinutes }).where(eq(treatments.id, treatmentId));
    await change(45, 15);
    await setOpen(false, optionId, otherOptionId);
    try {
      expect(await timesFor(desk, '')).toBeUndefined();
      expect(await timesFor(other)).toBe(404);
      expect(await timesFor(doctor)).toMatchObject({ minutes: 30, slots: expect.arrayContaining([NINE, TEN]) });
      expect((await move(desk, { optionId: otherOptionId })).body).toMatchObject({ code: 'TREATMENT_UNKNOWN' });
      expect(await move(desk, { optionId: undefined })).toMatchObject({
        status: 200,
        body: { booking: { slot: TEN, minutes: 30, price: 140, doctorName: 'Dora Doctor' } },
      });
      const [busy] = await db.select().from(busyTimes).where(eq(busyTimes.id, bookingId));
      expect(busy && busy.busyUntil.getTime() - busy.startsAt.getTime()).toBe(30 * 60_000);
      expect(await timesFor(desk)).toMatchObject({ slots: expect.not.arrayContaining([TEN]) });

      await setOpen(true, optionId);
      await setActive(false);
      expect((await move(doctor, { appointmentDate: date, slot: NINE })).status).toBe(200);
      await db.update(people).set({ isDoctor: false }).where(eq(people.id, doctor.id));
      expect((await move(desk)).body).toMatchObject({ code: 'TREATMENT_UNKNOWN' });
    } finally {
      await db.update(people).set({ isDoctor: true }).where(eq(people.id, doctor.id));
      await change(30, 0);
      await setActive(true);
      await setOpen(true, optionId, otherOptionId);
    }
  });
});

describe('the price of a moved appointment', () => {
  describe('that was paid at the clinic', () => {
    const payment = (price: number, more: object = {}) =>
      desk.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price, ...more });
    const money = async () => {
      const { body } = await desk.get(`/api/payments/booking/${bookingId}`);
      return body as { paid?: boolean; payments?: unknown[]; can?: { take: boolean; payOut: string[] } };
    };
    const payOut = async (id: string) => desk.post(`/api/refunds/${id}/payout`, {});
    const unpaidAt = (price: number) => ({ paid: false, price, refundDue: true, can: { takePayment: true } });
    const old = { amount: 140, state: 'refunded', refunds: [{ amount: 140, kind: 'at-clinic', state: 'pending' }] };

    beforeEach(async () => {
      await payment(140);
      await setPrice(15_000);
      await move(patient, { price: 150 });
    });

    it('higher: staff see at once that it is not paid, and settle both in one step', async () => {
      expect(await seen(desk)).toMatchObject(unpaidAt(150));
      const { body: listed } = await desk.get(`/api/appointments?date=${encodeURIComponent(nextDate)}&payment=unpaid`);
      expect(listed).toContainEqual(expect.objectContaining({ _id: bookingId, refundDue: true }));
      expect(await seen()).toMatchObject({ paid: false, price: 150 });
      expect((await patient.get('/api/payments/mine')).body).toMatchObject([{ paid: false, payments: [old] }]);
      const { payments, can } = await money();
      expect({ payments, can }).toMatchObject({ payments: [old], can: { take: true, payOut: [expect.any(String)] } });
      expect((await desk.get(`/api/bookings/${bookingId}/cancellation`)).body).toMatchObject({
        refund: { amount: 0 },
        message: expect.stringMatching(/is being refunded already\.$/),
      });

      expect((await payment(150, { payOut: ['01890000-0000-7000-8000-000000000000'] })).body).toMatchObject({
        code: 'REFUND_CHANGED',
      });
      expect((await payment(140, { payOut: can?.payOut })).body).toMatchObject({ code: 'PRICE_DIFFERS' });
      expect(await money()).toMatchObject({ paid: false, can: { payOut: can?.payOut } });
      expect((await payment(150, { payOut: can?.payOut, method: 'terminal' })).body).toMatchObject({
        payments: {
          paid: true,
          payments: [
            { amount: 150, state: 'paid', method: 'terminal' },
            { amount: 140, state: 'refunded', refunds: [{ state: 'succeeded' }] },
          ],
          can: { take: false, payOut: [] },
        },
      });
      expect(await seen(desk)).not.toHaveProperty('refundDue');
      const { entries } = (await desk.get('/api/appointments/takings')).body as { entries?: unknown };
      const ofIt = (entries as { bookingId: string }[]).filter((entry) => entry.bookingId === bookingId);
      expect(ofIt.map((entry) => ({ ...entry, at: '' }))).toMatchObject([
        { kind: 'payment', method: 'cash', amount: 140 },
        { kind: 'payment', method: 'terminal', amount: 150 },
        { kind: 'refund', method: 'cash', amount: -140 },
      ]);
    });

    it('higher: either half alone leaves the other to do', async () => {
      const [refundId = ''] = (await money()).can?.payOut ?? [];
      await payOut(refundId);
      expect(await seen(desk)).toMatchObject({ paid: false, can: { takePayment: true } });
      expect(await seen(desk)).not.toHaveProperty('refundDue');
      expect((await payment(150)).status).toBe(200);

      await setPrice(16_000);
      expect((await move(patient, { price: 160, slot: NINE })).status).toBe(200);
      expect((await payment(160)).status).toBe(200);
      expect(await seen(desk)).toMatchObject({ paid: true, refundDue: true });
      const [owed = ''] = (await money()).can?.payOut ?? [];
      await payOut(owed);
      expect(await seen(desk)).toMatchObject({ paid: true });
    });

    it('higher: a refund that somebody else has given back meanwhile is not settled again with the new price', async () => {
      const { can } = await money();
      expect(can?.payOut).toHaveLength(1);
      await payOut(can?.payOut[0] ?? '');
      expect(await payment(150, { payOut: can?.payOut })).toMatchObject({
        status: 409,
        body: { code: 'REFUND_CHANGED', message: '$140.00 has been refunded already. Take the whole price.' },
      });
      expect(await money()).toMatchObject({ paid: false, payments: [{}], can: { take: true, payOut: [] } });
      expect((await payment(150)).status).toBe(200);
    });

    it('higher: a part of the old payment that is paid out does not make it pay again', async () => {
      await setPrice(14_000);
      const { body } = await desk.get(`/api/payments/booking/${bookingId}`);
      const [paymentId] = (body['payments'] as { _id: string }[]).map(({ _id }) => _id);
      await desk.post(`/api/payments/${paymentId}/correction`, { reason: 'Another patient.' });
      expect((await payment(150)).status).toBe(200);
      const [{ _id = '' } = {}] = ((await money()).payments ?? []) as { _id?: string }[];
      await admin.post(`/api/admin/payments/${_id}/refunds`, { amount: 40, reason: 'A good one.' });
      await setPrice(16_000);
      expect((await move(patient, { price: 160, slot: NINE })).status).toBe(200);
      for (const id of (await money()).can?.payOut ?? []) {
        await payOut(id);
        expect(await seen(desk)).toMatchObject({ paid: false });
      }
      expect(await money()).toMatchObject({ can: { take: true, payOut: [] } });
    });

    it('higher: the patient can pay the new price online, and need not by a deadline', async () => {
      expect(await seen()).not.toHaveProperty('payBy');
      await pay(150);
      expect(await seen(desk)).toMatchObject({ paid: true, refundDue: true });
    });

    it('free of charge: only the refund is due', async () => {
      await setPrice(0);
      expect((await move(patient, { price: 0, slot: NINE })).status).toBe(200);
      expect(await seen(desk)).toMatchObject({ paid: false, price: 0, refundDue: true, can: { takePayment: false } });
    });
  });

  it('lower, after it was paid at the clinic: it stays paid, and the difference is due there', async () => {
    await desk.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price: 140 });
    await setPrice(12_000);
    await move(patient, { price: 120 });
    expect(await seen(desk)).toMatchObject({ paid: true, price: 120, refundDue: true });
  });

  it('stays paid at the same price', async () => {
    const transactionId = await pay();
    await move(patient);
    expect(await refundedOf(transactionId)).toBe(0);
    expect(await seen()).toMatchObject({ paid: true, price: 140 });
  });

  it('must be the one that the patient saw', async () => {
    await setPrice(12_000);
    expect((await move(patient)).body).toMatchObject({ code: 'PRICE_CHANGED', price: 120, currency: 'USD' });
    expect((await move(patient, { price: 120 })).body).toMatchObject({ booking: { price: 120, paid: false } });
  });

  it('lower: the difference is refunded, and it stays paid', async () => {
    const transactionId = await pay();
    await setPrice(12_000);
    await move(patient, { price: 120, currency: 'USD' });
    expect(await refundedOf(transactionId)).toBe(2_000);
    expect(await seen()).toMatchObject({ paid: true, price: 120 });
  });

  it('higher: the payment is refunded, and the new price is to be paid', async () => {
    const transactionId = await pay();
    await setPrice(15_000);
    await move(patient, { price: 150 });
    expect(await refundedOf(transactionId)).toBe(14_000);
    expect(await seen()).toMatchObject({ paid: false, price: 150 });
    const second = await pay(150);
    expect(await refundedOf(second)).toBe(0);
    expect(await seen()).toMatchObject({ paid: true });
  });

  it.each([
    ['processed', CARDS.processing, false],
    ['checked', undefined, false],
    ['processed and an admin has requested the refund again', CARDS.processing, true],
    ['checked and an admin has requested the refund again', undefined, true],
  ])(
    'higher: the new payment counts if the refund of the old one fails while it is %s',
    async (_, card, isRequested) => {
      const { stripe, sslcommerz } = clinic.sandbox;
      const first = await pay();
      await setPrice(15_000);
      await move(patient, { price: 150 });
      expect(await refundedOf(first)).toBe(14_000);
      const newPrice = { price: 150, bookingId };
      const second = card && (await clinic.confirmedCard(patient, bookingId, { price: 150, card }));
      if (!second) {
        const { url } = (await patient.post('/api/order', newPrice)).body;
        sslcommerz.choose(new URL(String(url)).searchParams.get('SESSIONKEY') ?? '', 'pay-with-risk');
        await sslcommerz.settled();
      }
      stripe.changeRefund(stripe.refunds()[0]?.id ?? '', 'failed');
      await admin.post('/api/admin/payment-reconciliation', {});
      expect(await seen()).toMatchObject({ paid: true, earlierPayment: 'refund-failed' });
      const { payments } = (await patient.get(`/api/payments/booking/${bookingId}`)).body as {
        payments?: { _id: string; amount: number }[];
      };
      const idOf = (wanted: number) => payments?.find(({ amount }) => amount === wanted)?._id;
      if (isRequested) {
        stripe.startRefundsAs('pending');
        const again = { amount: 140, reason: 'The bank sent it back.' };
        expect(await admin.post(`/api/admin/payments/${idOf(140)}/refunds`, again)).toMatchObject({ status: 200 });
        stripe.startRefundsAs(undefined);
        expect(await seen()).toMatchObject({ paid: true, earlierPayment: 'being-refunded' });
      }
      if (second) {
        stripe.finishPayment(second, 'succeeded');
        await patient.post('/api/payments', { ...newPrice, transactionId: second, email: patient.email });
      } else {
        await admin.post(`/api/admin/payments/${idOf(150)}/approve`, { reason: 'Fine.' });
      }
      expect(await seen()).toMatchObject({ paid: true, price: 150 });
      expect(await seen()).not.toHaveProperty('earlierPayment');
      expect(await refundedOf(first)).toBe(14_000);
      if (second) expect(await refundedOf(second)).toBe(0);
    },
  );

  describe.each(['while it was pending', 'after it succeeded'] as const)('higher: a refund that fails %s', (when) => {
    const { stripe } = clinic.sandbox;
    let transactionId: string;
    let paymentId: string;
    const compare = () => admin.post('/api/admin/payment-reconciliation', {});
    const end = async (outcome: 'failed' | 'succeeded') => {
      await clinic.app.runJobs();
      expect(stripe.changeRefund(stripe.refunds()[0]?.id ?? '', outcome)).toBe(true);
      await compare();
    };
    const take = (price: number) => desk.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price });
    const refundAgain = () => admin.post(`/api/admin/payments/${paymentId}/refunds`, { reason: 'A second try.' });
    const listed = async () => {
      const { body } = await admin.get('/api/admin/payment-differences');
      return (body as unknown as { paymentId?: string }[]).filter((one) => one.paymentId === paymentId);
    };
    /** What the clinic has in the end: the old payment, and what was paid for the appointment later. */
    const kept = async () => {
      await clinic.app.runJobs();
      const { body } = await desk.get(`/api/payments/booking/${bookingId}`);
      const { payments } = body as { payments?: { amount: number; refunds: { state: string; amount: number }[] }[] };
      return payments?.map(({ amount, refunds }) =>
        refunds.reduce((rest, refund) => rest - (refund.state === 'succeeded' ? refund.amount : 0), amount),
      );
    };
    const failedState = { paid: true, price: 150, earlierPayment: 'refund-failed' };

    beforeEach(async () => {
      transactionId = await pay();
      const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
      paymentId = (body as { payments?: { _id: string }[] }).payments?.[0]?._id ?? '';
      await setPrice(15_000);
      if (when === 'while it was pending') stripe.startRefundsAs('pending');
      await move(patient, { price: 150 });
      await clinic.app.runJobs();
      stripe.startRefundsAs(undefined);
      await end('failed');
    });

    it('is shown to all, and the desk can take the new price: the refund is requested again', async () => {
      expect(await seen()).toMatchObject(failedState);
      expect(await seen(desk)).toMatchObject({ ...failedState, can: { takePayment: true } });
      const on = encodeURIComponent(nextDate);
      expect((await desk.get(`/api/appointments?date=${on}&payment=unpaid`)).body).toContainEqual(
        expect.objectContaining({ _id: bookingId, earlierPayment: 'refund-failed' }),
      );
      expect((await patient.post('/api/create-payment-intent', { price: 150, bookingId })).body).toMatchObject({
        code: 'REFUND_FAILED',
      });
      expect(await listed()).toMatchObject([
        {
          message: expect.stringMatching(
            /did not refund \$140\.00.* moved to another price, so please refund it again\.$/,
          ),
        },
      ]);

      expect((await take(150)).body).toMatchObject({
        payments: {
          paid: true,
          payments: [
            { amount: 150, method: 'cash', state: 'paid' },
            { _id: paymentId, state: 'refunded' },
          ],
          can: { take: false },
        },
      });
      expect((await refundAgain()).body).toMatchObject({ code: 'MORE_THAN_LEFT' });
      expect(await kept()).toEqual([150, 0]);
      expect(await refundedOf(transactionId)).toBe(14_000);
      expect(await seen()).toMatchObject({ paid: true });
      expect(await seen()).not.toHaveProperty('earlierPayment');
      expect(await listed()).toEqual([]);
    });

    it('and fails again after the desk took the new price: an admin refunds it once more', async () => {
      stripe.startRefundsAs('pending');
      expect((await take(150)).status).toBe(200);
      await clinic.app.runJobs();
      stripe.startRefundsAs(undefined);
      await end('failed');
      expect(await kept()).toEqual([150, 140]);
      expect(await listed()).toHaveLength(1);
      expect(await seen(desk)).toMatchObject({ paid: true, can: { takePayment: false } });
      expect((await refundAgain()).status).toBe(200);
      expect(await kept()).toEqual([150, 0]);
      expect(await seen()).toMatchObject({ paid: true });
      expect(await listed()).toEqual([]);
    });

    it('and is made again by an admin: the patient can pay online or at the clinic', async () => {
      expect((await refundAgain()).status).toBe(200);
      expect(await refundedOf(transactionId)).toBe(14_000);
      expect(await seen()).toMatchObject({ paid: false, price: 150 });
      expect(await seen()).not.toHaveProperty('earlierPayment');
      await pay(150);
      expect(await seen()).toMatchObject({ paid: true });
      expect(await kept()).toEqual([150, 0]);
    });

    it('and is pending again: the desk can take the new price, once', async () => {
      stripe.startRefundsAs('pending');
      await refundAgain();
      stripe.startRefundsAs(undefined);
      expect(await seen()).toMatchObject({ paid: true, earlierPayment: 'being-refunded' });
      expect((await take(150)).status).toBe(200);
      expect((await take(150)).body).toMatchObject({ code: 'ALREADY_PAID' });
      await end('succeeded');
      expect(await kept()).toEqual([150, 0]);
      expect(await seen()).toMatchObject({ paid: true });
    });

    it('and is cancelled by the patient: what was paid is refunded, and nothing else is to pay', async () => {
      expect((await patient.post(`/api/bookings/${bookingId}/cancel`, {})).body).toMatchObject({
        refund: { amount: 140 },
      });
      expect(await kept()).toEqual([0]);
      expect((await take(150)).body).toMatchObject({ code: 'BOOKING_CANCELLED' });
      expect(await listed()).toEqual([]);
    });

    it('and is moved back to the old price: it is paid', async () => {
      await setPrice(14_000);
      expect((await move(patient, { appointmentDate: date, slot: NINE, price: 140 })).status).toBe(200);
      expect(await seen(desk)).toMatchObject({ paid: true, price: 140, can: { takePayment: false } });
      expect(await seen()).not.toHaveProperty('earlierPayment');
      expect(await kept()).toEqual([140]);
    });
  });

  it('lower: it stays paid if the refund of the difference fails', async () => {
    const transactionId = await pay();
    await setPrice(12_000);
    await move(patient, { price: 120 });
    expect(await refundedOf(transactionId)).toBe(2_000);
    const { stripe } = clinic.sandbox;
    expect(stripe.changeRefund(stripe.refunds()[0]?.id ?? '', 'failed')).toBe(true);
    await admin.post('/api/admin/payment-reconciliation', {});
    expect(await seen(desk)).toMatchObject({ paid: true, price: 120, can: { takePayment: false } });
    expect(await seen()).not.toHaveProperty('earlierPayment');
  });

  describe('is told in one email', () => {
    const { stripe } = clinic.sandbox;
    /** The emails that have left some minutes after the move. */
    const mailsIn = async (minutes: number) => {
      await clinic.app.runJobs();
      clinic.app.clock = new Date(Date.now() + minutes * 60_000);
      await clinic.app.deliverMail();
      const isReceipt = (subject: string) => subject.startsWith('Receipt');
      return clinic.app.mails.filter(({ to, subject }) => to === patient.email && !isReceipt(subject));
    };
    const atBooking = { payment: 'at-booking', payBy: new Date(), payWithinMinutes: 60 } as const;
    const seeAndPay = 'See and pay for your appointments';

    it.each([
      ['lower', 120, 'Refund: We refund $20.00.', /^(?!.*Payment:)/s],
      ['higher', 150, 'Refund: We refund $140.00.', /Payment: You can pay the new price online or at the clinic\./],
      ['free of charge', 0, 'Refund: We refund $140.00.', /^(?!.*Payment:)/s],
    ])('what is refunded online: %s', async (_, price, refund, payment) => {
      await pay();
      await mailsIn(0);
      await setPrice(price * 100);
      await move(patient, { price });
      const [, mail, ...others] = await mailsIn(5);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ subject: `Your appointment was moved to ${nextDate}` });
      expect(mail?.text).toContain(refund);
      expect(mail?.text).toMatch(payment);
      expect(mail?.text.includes(seeAndPay)).toBe(price === 150);
    });

    it('that the new price is to be paid at the clinic, where the old one is given back', async () => {
      await desk.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price: 140 });
      await mailsIn(0);
      await setPrice(15_000);
      await move(patient, { price: 150 });
      const [, mail, ...others] = await mailsIn(5);
      expect(others).toEqual([]);
      expect(mail?.text).toContain('Refund: You get back $140.00 at the clinic.');
      expect(mail?.text).toContain('Payment: You pay the new price at the clinic.');
      expect(mail?.text).not.toContain(seeAndPay);
    });

    it('until when the new price must be paid, if the old one is refunded within a minute', async () => {
      await pay();
      await mailsIn(0);
      await db.update(bookings).set(atBooking).where(eq(bookings.id, bookingId));
      await setPrice(15_000);
      await move(patient, { price: 150 });
      const [, mail, ...others] = await mailsIn(5);
      expect(others).toEqual([]);
      expect(mail?.text).toContain('Refund: We refund $140.00.');
      expect(mail?.text).toMatch(/Payment: Please pay by .*, or it will be cancelled\./);
      expect(mail?.text).toContain(seeAndPay);
    });

    it('that another one says so, if the refund takes longer', async () => {
      await pay();
      await mailsIn(0);
      await db.update(bookings).set(atBooking).where(eq(bookings.id, bookingId));
      await setPrice(15_000);
      stripe.startRefundsAs('pending');
      await move(patient, { price: 150 });
      expect(await mailsIn(0.5)).toHaveLength(1);
      stripe.startRefundsAs(undefined);
      const [, mail, ...others] = await mailsIn(5);
      expect(others).toEqual([]);
      expect(mail?.text).toContain(
        'Payment: You can pay the new price after that, or at the clinic. We will email you until when to pay.',
      );
      expect(mail?.text).not.toContain(seeAndPay);
      expect(stripe.changeRefund(stripe.refunds()[0]?.id ?? '', 'succeeded')).toBe(true);
      await admin.post('/api/admin/payment-reconciliation', {});
      const [, , due, ...more] = await mailsIn(10);
      expect(due).toMatchObject({ subject: 'Please pay for your appointment' });
      expect(more).toEqual([]);
    });

    it('about the refund alone, if it was cancelled before the email about the move left', async () => {
      await pay();
      await mailsIn(0);
      await setPrice(15_000);
      await move(patient, { price: 150 });
      await patient.post(`/api/bookings/${bookingId}/cancel`, {});
      const subjects = (await mailsIn(5)).map(({ subject }) => subject);
      expect(subjects.slice(1)).toEqual([expect.stringMatching(/was cancelled$/), 'Refund of $140.00']);
    });
  });

  it('in another currency: the same', async () => {
    const transactionId = await pay();
    await setPrice(14_000, 'EUR');
    expect((await move(patient)).body).toMatchObject({ code: 'PRICE_CHANGED', price: 140, currency: 'EUR' });
    await move(patient, { price: 140, currency: 'EUR' });
    expect(await refundedOf(transactionId)).toBe(14_000);
    expect(await seen()).toMatchObject({ paid: false, price: 140, currency: 'EUR' });
  });

  describe('that was paid online, and is disputed at the bank', () => {
    let transactionId: string;
    const compare = () => admin.post('/api/admin/payment-reconciliation', {});
    const end = async (outcome: 'won' | 'lost') => {
      const { stripe } = clinic.sandbox;
      const dispute = stripe.disputes().find((one) => one.payment_intent === transactionId);
      expect(stripe.changeDispute(dispute?.id ?? '', outcome)).toBe(true);
      await compare();
    };
    const moveTo = async (price: number) => {
      await setPrice(price * 100);
      expect((await move(patient, { price })).status).toBe(200);
    };

    beforeEach(async () => {
      transactionId = await pay(140, CARDS.disputed);
      await compare();
    });

    it.each([
      ['lower', 120, 2_000, true],
      ['higher', 150, 14_000, false],
    ])('%s: the refund is asked for once the clinic has won', async (_, price, refunded, paid) => {
      await moveTo(price);
      await clinic.app.runJobs();
      const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
      expect(body).toMatchObject({ paid: true, price, payments: [{ disputed: true, refunds: [] }] });
      await clinic.app.deliverMail();
      const subjects = clinic.app.mails.flatMap(({ to, subject }) => (to === patient.email ? [subject] : []));
      expect(subjects).not.toContainEqual(expect.stringMatching(/^Refund/));

      await end('won');
      expect(await refundedOf(transactionId)).toBe(refunded);
      expect(await seen()).toMatchObject({ paid, price });
    });

    it('and moved back to its price: nothing is refunded', async () => {
      await moveTo(150);
      await setPrice(14_000);
      expect((await move(patient, { appointmentDate: date, slot: NINE, price: 140 })).status).toBe(200);
      await end('won');
      expect(await refundedOf(transactionId)).toBe(0);
      expect(await seen()).toMatchObject({ paid: true, price: 140 });
    });

    it('and lost: the present price can be paid at the clinic', async () => {
      await moveTo(150);
      await end('lost');
      expect(await refundedOf(transactionId)).toBe(0);
      expect(await seen(desk)).toMatchObject({ paid: false, price: 150, can: { takePayment: true } });
    });

    it('and won after the visit has begun: nobody has to pay a higher price', async () => {
      await moveTo(150);
      clinic.app.clock = new Date(String((await seen())['startsAt']));
      await end('won');
      expect(await refundedOf(transactionId)).toBe(0);
      expect(await seen()).toMatchObject({ paid: true, price: 150 });
    });
  });

  it('higher, while a part of what was paid online is disputed: once that is lost, the rest is to be refunded', async () => {
    const transactionId = await pay();
    const { stripe } = clinic.sandbox;
    const disputeId = stripe.openDispute(transactionId, { amount: 4_000 }) ?? '';
    const compare = () => admin.post('/api/admin/payment-reconciliation', {});
    await compare();
    await setPrice(15_000);
    expect((await move(patient, { price: 150 })).status).toBe(200);
    expect(stripe.changeDispute(disputeId, 'lost')).toBe(true);
    await compare();
    await clinic.app.runJobs();
    // A provider does not refund what was charged back: an admin has to settle it.
    expect((await admin.get('/api/admin/payment-differences')).body).toContainEqual(
      expect.objectContaining({
        transactionId,
        message: expect.stringMatching(/^The provider did not refund \$100\.00/),
      }),
    );
  });

  it('comes back in full as long as before, if staff move it to a sooner time; not if the patient does', async () => {
    const free = { freeCancellationHours: 24 * (day + 1) - 12 };
    const soon = dateIn(1);
    const sooner = { appointmentDate: soon, slot: NINE, optionId: otherOptionId };
    const refundIf = async () => (await patient.get(`/api/bookings/${bookingId}/cancellation`)).body['refund'];
    const { db } = clinic.app.database;
    await pay();
    bookingId = await booked(patient, { appointmentDate: dateIn(day + 2), slot: TEN });
    const transactionId = await pay();
    await db.update(bookings).set(free).where(eq(bookings.id, bookingId));
    expect((await move(desk, sooner)).status).toBe(200);
    const { freeUntil, startsAt } = await seen();
    expect(freeUntil).toBe(startsAt);
    expect(await refundIf()).toMatchObject({ amount: 140 });
    await patient.post(`/api/bookings/${bookingId}/cancel`, {});
    expect(await refundedOf(transactionId)).toBe(14_000);

    bookingId = await booked(patient, { appointmentDate: dateIn(day + 2), slot: TEN });
    await pay();
    await db.update(bookings).set(free).where(eq(bookings.id, bookingId));
    expect((await move(patient, sooner)).status).toBe(200);
    expect(await refundIf()).toMatchObject({ amount: 0 });
  });

  it('stays as agreed if staff move it', async () => {
    const transactionId = await pay();
    await setPrice(15_000);
    await move(desk);
    expect(await seen()).toMatchObject({ paid: true, price: 140 });
    expect(await refundedOf(transactionId)).toBe(0);
  });
});

it('50 patients who move onto the same slot at once: one succeeds, and 49 keep what they had', async () => {
  const { db } = clinic.app.database;
  const patients = await manyWith(clinic.app, { count: 50 });
  const ids = await Promise.all(
    patients.map((by, number) => {
      const [on, slots] = [dateIn(day + 10 + Math.floor(number / 10)), number % 10];
      const from = `${String(9 + Math.floor(slots / 2)).padStart(2, '0')}:${slots % 2 ? '30' : '00'}`;
      return bookedAt(by, { on, from });
    }),
  );
  const before = await db.select().from(bookings);
  const goal = { appointmentDate: dateIn(day + 40), slot: TEN, optionId };
  const answers = await Promise.all(patients.map((by, i) => by.post(`/api/bookings/${ids[i]}/move`, goal)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status, body }) => status !== 200 && body['code'] !== 'SLOT_TAKEN')).toEqual([]);
  const winner = ids[answers.findIndex(({ status }) => status === 200)];
  const keyed = (rows: typeof before) =>
    new Map(
      rows
        .filter(({ id }) => id !== winner)
        .map(({ id, startsAt, version, optionId: of }) => [id, [startsAt, version, of]]),
    );
  const after = await db.select().from(bookings);
  expect(keyed(after)).toEqual(keyed(before));
  const live = after.filter(({ state }) => state !== 'cancelled');
  const busy = await db.select().from(busyTimes).where(eq(busyTimes.kind, 'booking'));
  expect(new Map(busy.map(({ id, startsAt }) => [id, startsAt]))).toEqual(
    new Map(live.map(({ id, startsAt }) => [id, startsAt])),
  );
});

/** Books at a time like '09:30'. */
async function bookedAt(by: TestClient, { on, from }: { on: string; from: string }): Promise<string> {
  const { body } = await by.get(`/api/v2/appointmentOptions?date=${on}`);
  const options = body as unknown as { _id: string; slots: string[] }[];
  const slot = options.find(({ _id }) => _id === optionId)?.slots.find((label) => minutes(label) === from);
  return booked(by, { appointmentDate: on, slot });
}

function minutes(label: string): string {
  const [, hour = '', minute = '', half] = /^(\d\d):(\d\d) ([AP])M/.exec(label) ?? [];
  return `${String((Number(hour) % 12) + (half === 'P' ? 12 : 0)).padStart(2, '0')}:${minute}`;
}

it('two patients who swap their slots at once keep them, or one moves after the other', async () => {
  const other = await personWith(clinic.app);
  const otherId = await booked(other, { appointmentDate: nextDate, slot: TEN });
  const [first, second] = await Promise.all([
    move(patient),
    other.post(`/api/bookings/${otherId}/move`, { appointmentDate: date, slot: NINE, optionId }),
  ]);
  expect([first.status, second.status]).toEqual([409, 409]);
  expect(await seen()).toMatchObject({ slot: NINE, version: 1 });
});

it('a move by staff is in the audit log, one by the patient is not', async () => {
  const lines = async () => (await admin.get(`/api/audit?on=${patient.id}`)).body;
  await move(patient);
  expect(await lines()).toEqual([]);
  const { reference } = await seen();
  const back = { appointmentDate: date, slot: NINE, optionId: otherOptionId };
  await move(desk, back);
  // It is there already.
  await move(desk, back);
  expect(await lines()).toMatchObject([
    {
      what: 'move-appointment',
      who: { name: desk.name },
      on: { _id: patient.id, name: patient.name },
      outcome: 'done',
      detail: `Podiatry, ${String(reference)}: from ${nextDate}, ${TEN}, with Dr. Dora Doctor to ${date}, ${NINE}, with Dr. Mo Medic`,
    },
  ]);
});

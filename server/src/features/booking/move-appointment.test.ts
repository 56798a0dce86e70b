import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { manyWith, personWith, type RoledClient } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { dateIn, NINE, startMovingClinic, TEN } from '../../../testing/moving.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions, treatments } from '../../database/schema/schedule.ts';

const start = await startMovingClinic();
const { clinic, db, doctor, other, desk, admin, optionId, otherOptionId, treatmentId } = start;

let patient: RoledClient;
let bookingId: string;
let day: number;
let date: string;
let nextDate: string;
beforeEach(async () => {
  ({ patient, day, date, nextDate } = await start.begin());
  bookingId = await booked(patient);
});

const booked = (by: TestClient, more: Record<string, unknown> = {}) =>
  start.booked(by, { appointmentDate: date, ...more });
const seen = async (by: TestClient = patient) => (await by.get(`/api/bookings/${bookingId}`)).body;
const move = (by: TestClient, body: Record<string, unknown> = {}) =>
  by.post(`/api/bookings/${bookingId}/move`, { appointmentDate: nextDate, slot: TEN, optionId, ...body });
const setOpen = (open: boolean, ...ids: string[]) =>
  db.update(appointmentOptions).set({ open }).where(inArray(appointmentOptions.id, ids));
const setActive = (active: boolean) => db.update(treatments).set({ active }).where(eq(treatments.id, treatmentId));
async function freeSlots(on: string, of = optionId) {
  const { body } = await patient.get(`/api/v2/appointmentOptions?date=${on}`);
  return (body as unknown as { _id: string; slots: string[] }[]).find(({ _id }) => _id === of)?.slots;
}
/** 'Mon, Jan 8, 2024' */
const inMail = (on: string) => `${new Date(on).toLocaleDateString('en-US', { weekday: 'short' })}, ${on}`;

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

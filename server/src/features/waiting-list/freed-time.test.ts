import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startSandbox } from '../../../testing/sandbox.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const NINE = '09:00 AM - 09:30 AM';
const HALF_PAST_NINE = '09:30 AM - 10:00 AM';
const START = new Date('2030-05-06T10:00:00Z');
const WEEK = [1, 2, 3, 4, 5, 6, 7];

let doctorId: string;
let optionId: string;
let treatment: string;
let treatmentId: string;
let waiting: TestClient;
let holder: TestClient;
let number = 0;
let date: string;

const sandbox = await startSandbox({ port: 0, production: false });
// Unpaid appointments are released only by a clinic that takes payments.
const app = await startTestApp({ sandbox });
app.clock = START;
const admin = await personWith(app, { isAdmin: true });
app.startOffering();

/** Each test has a doctor with one slot a day, from nine to half past nine. */
beforeEach(async () => {
  app.clock = START;
  number += 1;
  date = `2030-06-${String(number).padStart(2, '0')}`;
  treatment = `Podiatry ${number}`;
  const name = `Dora Doctor ${number}`;
  ({ id: doctorId } = await personWith(app, { name, isDoctor: true }));
  const openings = WEEK.map((weekday) => ({ weekday, opensMinute: 540, closesMinute: 570 }));
  const doctor = { id: doctorId, name, photo: null };
  ({ optionId, treatmentId } = await openOption(app.database.db, { treatment, doctor, openings }));
  [waiting, holder] = await Promise.all([app.person(), app.person()]);
});

async function book() {
  const request = { optionId, treatment, appointmentDate: mediumDateFromIso(date), slot: NINE, price: 50, phone: '' };
  const body = await done(bookAs(holder, request));
  return String(body['insertedId']);
}
/** Somebody joins the list, while nothing is free for them. */
async function wait(day = date) {
  await done(waiting.post('/api/waiting-list', { treatment, from: day, to: day }));
  await app.offerSlots();
  expect(await offered()).toBeUndefined();
}
async function offered() {
  const { body } = await waiting.get('/api/waiting-list');
  const [entry] = body as unknown as readonly WaitingListEntry[];
  return entry?.offer?.slot;
}
async function done(answer: Promise<{ status: number; body: Record<string, unknown> }>) {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const put = (path: string, body: object, by = admin) => done(by.request('PUT', path, { body }));
const rules = (change: object) => put('/api/clinic/rules', change);
const post = (path: string, body: object, by: TestClient = admin) => done(by.post(path, body));
const remove = (path: string, by: TestClient = admin) => done(by.request('DELETE', path));

describe('somebody who waits is offered at once what is freed by', () => {
  it('the release of an unpaid appointment', async () => {
    const [bookedAt, payBy] = [60, 30].map((minutes) => new Date(START.getTime() - minutes * 60_000));
    await app.database.pool.query(
      `update bookings set payment = 'at-booking', booked_at = $2, pay_by = $3 where id = $1`,
      [await book(), bookedAt, payBy],
    );
    await wait();
    await app.releaseUnpaid();
    await expect.poll(offered).toBe(NINE);
  });

  it('a move', async () => {
    const bookingId = await book();
    await wait();
    const to = { appointmentDate: mediumDateFromIso(`2030-07-${date.slice(-2)}`), slot: NINE, optionId };
    await post(`/api/bookings/${bookingId}/move`, to, holder);
    await expect.poll(offered).toBe(NINE);
  });

  it('a patient who closes their account', async () => {
    await book();
    await wait();
    await post('/api/me/delete', { password: 'Correct1!' }, holder);
    await expect.poll(offered).toBe(NINE);
  });

  it('a hold whose window was closed', async () => {
    const held = await post('/api/holds', { optionId, appointmentDate: mediumDateFromIso(date), slot: NINE }, holder);
    await wait();
    await remove(`/api/holds/${String(held['_id'])}`, holder);
    await expect.poll(offered).toBe(NINE);
  });

  it("the removal of a block in a doctor's calendar", async () => {
    const time = { startMinute: 540, minutes: 30 };
    const block = await post('/api/agenda/blocks', { calendarId: doctorId, date, ...time, reason: 'Meeting' });
    await wait();
    await remove(`/api/agenda/blocks/${String(block['_id'])}`);
    await expect.poll(offered).toBe(NINE);
  });

  it.each(['clinic', 'doctor'])('the removal of a closing day of the %s', async (of) => {
    const whose = of === 'doctor' ? { doctorId } : {};
    const closure = await post('/api/closures', { from: date, to: date, reason: 'Holiday', ...whose });
    await wait();
    await post(`/api/closures/${String(closure['_id'])}/reopen`, { from: date });
    await expect.poll(offered).toBe(NINE);
  });

  it('longer hours every week, and on one date', async () => {
    await book();
    await wait();
    const week = (to: string) => WEEK.map((weekday) => ({ weekday, from: '09:00', to, treatmentId }));
    await put(`/api/doctors/${doctorId}/hours`, { weekly: week('10:00') });
    await expect.poll(offered).toBe(HALF_PAST_NINE);
    const exceptions = [{ date, from: '09:00', to: '10:00', treatmentId }];
    await put(`/api/doctors/${doctorId}/hours`, { weekly: week('09:30') });
    await expect.poll(offered).toBeUndefined();
    await put(`/api/doctors/${doctorId}/hours`, { weekly: week('09:30'), exceptions });
    await expect.poll(offered).toBe(HALF_PAST_NINE);
  });

  it('longer opening hours of the clinic', async () => {
    const week = (to: string) => WEEK.map((weekday) => ({ weekday, from: '08:00', to }));
    await put('/api/clinic/hours', { weekly: week('09:00'), bookings: 'keep' });
    await wait();
    await put('/api/clinic/hours', { weekly: week('18:00') });
    await expect.poll(offered).toBe(NINE);
  });

  it('a shorter treatment', async () => {
    await put(`/api/treatments/${treatmentId}`, { minutes: 60 });
    await wait();
    await put(`/api/treatments/${treatmentId}`, { minutes: 30 });
    await expect.poll(offered).toBe(NINE);
  });

  it('a treatment that is offered again', async () => {
    const bookingId = await book();
    await wait();
    await put(`/api/treatments/${treatmentId}`, { active: false });
    await post(`/api/bookings/${bookingId}/cancel`, {}, holder);
    await app.offerSlots();
    expect(await offered()).toBeUndefined();
    await put(`/api/treatments/${treatmentId}`, { active: true });
    await expect.poll(offered).toBe(NINE);
  });

  it('another doctor for the treatment', async () => {
    await book();
    await wait();
    const account = { name: `Nora New ${number}`, email: `nora-${number}@example.org`, password: 'Correct1!' };
    await post('/api/doctors', { ...account, specialty: treatment, photoURL: '/portraits/maya-lindqvist.svg' });
    await expect.poll(offered).toBeDefined();
  });

  it('a longer booking horizon', async () => {
    const bookingId = await book();
    await wait();
    await rules({ horizonDays: 10 });
    await post(`/api/bookings/${bookingId}/cancel`, {}, holder);
    await app.offerSlots();
    expect(await offered()).toBeUndefined();
    await rules({ horizonDays: 365 });
    await expect.poll(offered).toBe(NINE);
  });

  it('a shorter notice', async () => {
    await rules({ leastNoticeMinutes: 43_200 });
    await wait('2030-05-07');
    await rules({ leastNoticeMinutes: 0 });
    await expect.poll(offered).toBe(NINE);
  });

  it('a clinic in another time zone, where the time has not passed yet', async () => {
    await wait('2030-05-06');
    await put('/api/clinic', { timeZone: 'America/Los_Angeles', bookings: 'keep' });
    await expect.poll(offered).toBe(NINE);
    await put('/api/clinic', { timeZone: 'UTC', bookings: 'keep' });
  });
});

it('somebody who waits is offered within a minute the day that comes within the booking horizon', async () => {
  const bookingId = await book();
  await wait();
  await rules({ horizonDays: 10 });
  await post(`/api/bookings/${bookingId}/cancel`, {}, holder);
  await app.offerSlots();
  expect(await offered()).toBeUndefined();
  const daysBefore = (days: number) => new Date(Date.parse(`${date}T08:00:00Z`) - days * 86_400_000);
  app.clock = daysBefore(10);
  await app.offerSlots();
  expect(await offered()).toBeUndefined();
  app.clock = daysBefore(9);
  await app.offerSlots();
  expect(await offered()).toBe(NINE);
  await rules({ horizonDays: 365 });
});

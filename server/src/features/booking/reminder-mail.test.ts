import { sql } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { followTimeZone } from './follow-time-zone.ts';

const NINE = '09:00 AM - 09:30 AM';
const TEN = '10:00 AM - 10:30 AM';
const SOON = { timeout: 30_000 };

let optionId: string;
let patient: RoledClient;

const app = await startTestApp();
await app.database.pool.query(`update clinic set address_lines = '{Bank Street 1}', city = 'Riverton'`);
// The node reads the new address when PostgreSQL notifies it.
await vi.waitUntil(async () => (await app.client().get('/api/clinic')).body['city'] === 'Riverton', SOON);
beforeEach(async () => {
  app.clock = new Date('2030-05-01T12:00:00Z');
  await app.remindFromNow();
  patient = await personWith(app);
  const doctor = await personWith(app, { name: 'Dora Doctor', isDoctor: true });
  const as = { id: doctor.id, name: doctor.name, photo: null };
  ({ optionId } = await openOption(app.database.db, { treatment: 'Podiatry', priceMinor: 14_000, doctor: as }));
});

const book = (more: Record<string, unknown> = {}) =>
  bookedAs(patient, {
    appointmentDate: 'May 15, 2030',
    treatment: 'Podiatry',
    slot: NINE,
    optionId,
    price: 140,
    ...more,
  });
/** The subjects of what arrives until then. */
async function arrivedAt(time: string) {
  app.clock = new Date(time);
  const before = app.mails.length;
  await app.deliverMail();
  return app.mails.slice(before).filter(({ to }) => to === patient.email);
}
const subjectsAt = async (time: string) => (await arrivedAt(time)).map(({ subject }) => subject);
const choose = (topic: string, on: boolean) =>
  patient.request('PUT', '/api/message-choices', { body: { topic, channel: 'email', on } });
const REMINDER = 'Reminder: your appointment tomorrow, May 15, 2030';

it('a patient who books gets a confirmation, with what they need to know, and a reminder a day before', async () => {
  await book();
  const [mail, ...others] = await arrivedAt('2030-05-01T12:00:01Z');
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your appointment on May 15, 2030');
  for (const part of [
    'Your appointment is booked.',
    `When: Wed, May 15, 2030, ${NINE}`,
    'With: Dr. Dora Doctor',
    'Where: Bank Street 1, Riverton',
    'Price: $140',
    '/dashboard/myAppointment',
  ]) {
    expect(mail?.text).toContain(part);
  }
  expect(mail?.text).not.toContain(patient.name);
  expect(await subjectsAt('2030-05-14T08:59:00Z')).toEqual([]);
  expect(await subjectsAt('2030-05-14T09:00:00Z')).toEqual([REMINDER]);
  expect(await subjectsAt('2030-05-15T08:59:00Z')).toEqual([]);
});

it('the links of an email say what can be done when it is sent', async () => {
  const id = await book();
  const [booked] = await arrivedAt('2030-05-01T12:00:01Z');
  expect(booked?.text).toContain('See, confirm, move or cancel this appointment http');
  expect(booked?.text).toContain('See and pay for your appointments http');
  await app.database.db.execute(
    sql`update bookings set free_cancellation_hours = 48, confirmed_at = ${app.clock} where id = ${id}`,
  );
  const [reminder] = await arrivedAt('2030-05-14T09:00:00Z');
  expect(reminder?.text).toContain('See or cancel this appointment http');
  expect(reminder?.text).toContain('If you cannot come, please cancel it, so that');
});

it('nobody is asked to pay for an appointment that is free of charge', async () => {
  const free = await openOption(app.database.db, { treatment: 'Advice', priceMinor: 0 });
  await book({ treatment: 'Advice', optionId: free.optionId, price: 0 });
  const [booked] = await arrivedAt('2030-05-01T12:00:01Z');
  expect(booked?.text).toContain('See your appointments http');
  expect(booked?.text).not.toMatch(/pay/i);
});

it('they choose which reminders they get, until each is due', async () => {
  await book();
  await choose('reminder-week', true);
  await choose('reminder-day', false);
  expect(await subjectsAt('2030-05-08T09:00:00Z')).toEqual([
    'Your appointment on May 15, 2030',
    'Reminder: your appointment in a week, May 15, 2030',
  ]);
  expect(await subjectsAt('2030-05-14T09:00:00Z')).toEqual([]);
  await choose('reminder-hours', true);
  expect(await subjectsAt('2030-05-15T07:00:00Z')).toEqual(['Reminder: your appointment today, May 15, 2030']);
});

it('a child who has got an account of their own is reminded too, as they choose, without a link to the account of the parent', async () => {
  const child = { name: 'Mia Minor', dateOfBirth: '2010-05-04', relation: 'child' };
  const { body } = await patient.post('/api/me/dependants', child);
  const { _id: treatedId } = body['dependant'] as { _id: string };
  await book({ treatedId });
  const address = `${treatedId}@example.org`;
  await app.database.db.execute(sql`
    update people set email = ${address}, email_verified = true, guardian_id = null, relation = null where id = ${treatedId}`);
  await app.database.db.execute(sql`
    insert into message_choices (person_id, topic, channel, is_on) values (${treatedId}, 'reminder-week', 'email', true)`);
  const remindedAt = async (time: string) => {
    const before = app.mails.length;
    await arrivedAt(time);
    const reminders = app.mails.slice(before).filter(({ subject }) => subject.startsWith('Reminder'));
    return new Map(reminders.map(({ to, text }) => [to, text]));
  };
  expect([...(await remindedAt('2030-05-08T09:00:00Z')).keys()]).toEqual([address]);
  const texts = await remindedAt('2030-05-14T09:00:00Z');
  expect(new Set(texts.keys())).toEqual(new Set([address, patient.email]));
  expect(texts.get(patient.email)).toContain('/visit#');
  expect(texts.get(address)).not.toContain('/visit#');
  expect(texts.get(address)).toContain('If you cannot come, please tell the clinic');
});

it('a cancelled appointment has no reminders', async () => {
  const id = await book();
  await patient.post(`/api/bookings/${id}/cancel`, {});
  await arrivedAt('2030-05-02T00:00:00Z');
  expect(await subjectsAt('2030-05-14T09:00:00Z')).toEqual([]);
});

it('a moved one has those of its new time', async () => {
  const id = await book();
  const moved = await patient.post(`/api/bookings/${id}/move`, {
    appointmentDate: 'May 20, 2030',
    slot: TEN,
    optionId,
  });
  expect(moved.body['acknowledged']).toBe(true);
  await arrivedAt('2030-05-02T00:00:00Z');
  expect(await subjectsAt('2030-05-14T09:00:00Z')).toEqual([]);
  expect(await subjectsAt('2030-05-19T10:00:00Z')).toEqual(['Reminder: your appointment tomorrow, May 20, 2030']);
});

it('a change of the time zone neither skips a reminder nor repeats it', async () => {
  const { db, pool } = app.database;
  const moveTo = (timeZone: string, meanwhile?: () => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`update clinic set time_zone = ${timeZone}`);
      await followTimeZone(tx, timeZone);
      await meanwhile?.();
    });
  const isNotified = (timeZone: string) =>
    vi.waitUntil(async () => (await app.client().get('/api/clinic')).body['timeZone'] === timeZone, SOON);
  await book();
  expect(await subjectsAt('2030-05-14T08:00:00Z')).toHaveLength(1);
  // In Tokyo, the reminder was due nine hours ago. The job begins before the change ends, and goes on before the node is
  // notified.
  const changed = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const change = moveTo('Asia/Tokyo', () => {
    changed.resolve();
    return waits.promise;
  });
  await changed.promise;
  const subjects = subjectsAt('2030-05-14T08:01:00Z');
  await vi.waitUntil(() => countLockWaits(pool), SOON);
  waits.resolve();
  await change;
  try {
    expect(await subjects).toEqual([REMINDER]);
    await isNotified('Asia/Tokyo');
    expect(await subjectsAt('2030-05-14T08:02:00Z')).toEqual([]);
  } finally {
    await moveTo('UTC');
    await isNotified('UTC');
  }
  expect(await subjectsAt('2030-05-14T10:00:00Z')).toEqual([]);
});

it('a mail server that comes back after the appointment has begun sends no reminder', async () => {
  await book();
  await arrivedAt('2030-05-02T00:00:00Z');
  expect(await subjectsAt('2030-05-15T09:00:01Z')).toEqual([]);
});

it('nodes that look at the same moment queue each reminder once, and a node whose clock is behind queues none again', async () => {
  await Promise.all([book(), book({ slot: TEN, ...(await anotherTreatment()) })]);
  await arrivedAt('2030-05-14T08:59:00Z');
  app.clock = new Date('2030-05-14T10:30:00Z');
  await Promise.all(Array.from({ length: 10 }, () => app.deliverMail()));
  app.clock = new Date('2030-05-14T09:59:30Z');
  await app.deliverMail();
  app.clock = new Date('2030-05-14T10:30:30Z');
  await app.deliverMail();
  expect(app.mails.filter(({ to, subject }) => to === patient.email && subject === REMINDER)).toHaveLength(2);
});

it('are sent although a clock was wrong by a year once', async () => {
  await book();
  await arrivedAt('2031-05-01T12:00:00Z');
  await arrivedAt('2030-05-02T00:00:00Z');
  expect(await subjectsAt('2030-05-14T09:00:00Z')).toEqual([REMINDER]);
});

it('are sent once although a clock was ahead by ninety minutes once', async () => {
  await book();
  await arrivedAt('2030-05-14T08:30:00Z');
  expect(await subjectsAt('2030-05-14T10:00:00Z')).toEqual([REMINDER]);
  expect(await subjectsAt('2030-05-14T08:31:00Z')).toEqual([]);
  expect(await subjectsAt('2030-05-14T10:00:30Z')).toEqual([]);
});

it('one that is queued late is tried for as long as any other', async () => {
  await book();
  await arrivedAt('2030-05-01T23:00:00Z');
  await arrivedAt('2030-05-15T08:30:00Z');
  const { rows } = await app.database.pool.query<{ try_until: Date }>(
    `select try_until from outgoing_messages where kind = 'appointment-reminder' and person_id = $1`,
    [patient.id],
  );
  expect(new Set(rows.map(({ try_until }) => try_until.toISOString()))).toEqual(new Set(['2030-05-16T08:30:00.000Z']));
});

it('after a day without a running node, a reminder says what is true then', async () => {
  await book();
  await arrivedAt('2030-05-02T00:00:00Z');
  expect(await subjectsAt('2030-05-15T08:00:00Z')).toEqual(['Reminder: your appointment today, May 15, 2030']);
});

it('an appointment that is booked after its reminder would have left has none', async () => {
  app.clock = new Date('2030-05-14T09:30:00Z');
  await book();
  expect(await subjectsAt('2030-05-14T10:00:00Z')).toEqual(['Your appointment on May 15, 2030']);
});

async function anotherTreatment() {
  const { optionId: other } = await openOption(app.database.db, { treatment: 'Optometry', priceMinor: 14_000 });
  return { treatment: 'Optometry', optionId: other };
}

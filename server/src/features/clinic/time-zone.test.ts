import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';
import { followTimeZone } from '../booking/index.ts';
import { lockTimetable } from '../schedule/index.ts';
import { applySettings } from './index.ts';

const treatment = 'Check-up';
const wholeDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensMinute: 0, closesMinute: 24 * 60 }));

const app = await startTestApp();
const admin = await personWith(app, { isAdmin: true });
await openOption(app.database.db, { treatment, openings: wholeDay });

beforeEach(() => {
  app.clock = new Date('2026-03-02T12:00:00Z');
});
afterEach(async () => {
  await app.database.db.execute(sql`delete from bookings`);
  await save({ timeZone: 'UTC' });
});

const save = (body: object) => admin.request('PUT', '/api/clinic', { body });
type Patient = Awaited<ReturnType<TestApp['person']>>;

const zone = async () => (await app.client().get('/api/clinic')).body['timeZone'];

async function book(date: string, slot: string, by?: Patient) {
  const patient = by ?? (await app.person());
  const answer = await bookAs(patient, { appointmentDate: mediumDateFromIso(date), treatment, slot, price: 50 });
  return { ...answer, patient };
}

/** The bookings whose instants are not those of their date and time in the clinic's time zone, as PostgreSQL sees it. */
async function misplaced() {
  const { rows } = await app.database.db.execute(sql`
    select day, start_minute, starts_at from bookings
    where starts_at <> (day + start_minute * interval '1 minute') at time zone (select time_zone from clinic)
      or ends_at <> starts_at + minutes * interval '1 minute'`);
  return rows;
}

test('another time zone is refused with the appointments ahead and when they would start', async () => {
  await book('2026-03-03', '09:30 AM - 10:00 AM');
  await book('2026-03-02', '03:00 PM - 03:30 PM');
  const refused = await save({ timeZone: 'Europe/Berlin', city: 'Berlin' });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      acknowledged: false,
      code: 'TIME_ZONE_IN_USE',
      bookings: 2,
      begun: 0,
      first: [
        { slot: '03:00 PM - 03:30 PM', startsAt: '2026-03-02T15:00:00.000Z', startsThen: '2026-03-02T14:00:00.000Z' },
        { slot: '09:30 AM - 10:00 AM', startsAt: '2026-03-03T09:30:00.000Z', startsThen: '2026-03-03T08:30:00.000Z' },
      ],
    },
  });
  expect(await app.client().get('/api/clinic')).toMatchObject({ body: { timeZone: 'UTC', city: '' } });
  expect(await misplaced()).toEqual([]);
});

test('with `keep`, every appointment keeps its date and its time on the clock, also one that follows another closely', async () => {
  const first = await book('2026-03-03', '09:00 AM - 09:30 AM');
  await book('2026-03-03', '09:30 AM - 10:00 AM');
  await book('2026-03-03', '10:00 AM - 10:30 AM');
  for (const timeZone of ['Europe/Berlin', 'Europe/London', 'America/New_York', 'Asia/Kathmandu']) {
    expect(await save({ timeZone, bookings: 'keep' })).toMatchObject({ status: 200, body: { timeZone } });
    expect(await misplaced()).toEqual([]);
  }
  const { body } = await first.patient.get(`/api/bookings?email=${first.patient.email}`);
  expect(body).toMatchObject([
    { appointmentDate: 'Mar 3, 2026', slot: '09:00 AM - 09:30 AM', startsAt: '2026-03-03T03:15:00.000Z' },
  ]);
  const log = await admin.get('/api/audit?what=change-clinic&limit=1');
  expect(log.body).toMatchObject([{ detail: 'Changed: time zone. 3 appointments keep their time.' }]);
});

test('the list counts appointments that would have begun, and has those that only then lie ahead', async () => {
  await book('2026-03-02', '12:30 PM - 01:00 PM');
  const east = await save({ timeZone: 'Asia/Tokyo' });
  expect(east.body).toMatchObject({ bookings: 1, begun: 1 });
  app.clock = new Date('2026-03-02T14:00:00Z');
  const west = await save({ timeZone: 'America/New_York' });
  expect(west.body).toMatchObject({ bookings: 1, begun: 0, first: [{ startsThen: '2026-03-02T17:30:00.000Z' }] });
});

test('an appointment in the hour that the clock skips stops the change, and nothing changes', async () => {
  await book('2026-03-29', '02:30 AM - 03:00 AM');
  await book('2026-03-03', '09:00 AM - 09:30 AM');
  const refused = await save({ timeZone: 'Europe/Berlin', bookings: 'keep' });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'TIME_ZONE_SKIPS_BOOKINGS',
      bookings: 2,
      first: [{ startsThen: null }, { slot: '09:00 AM - 09:30 AM' }],
    },
  });
  expect(await zone()).toBe('UTC');
  expect(await misplaced()).toEqual([]);
});

/** Calls while another time zone is being saved, so that the call waits for it. */
async function duringChangeTo<Answer>(timeZone: string, call: () => Promise<Answer>): Promise<Answer> {
  const { db, pool } = app.database;
  const changed = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const change = db.transaction(async (tx) => {
    await lockTimetable(tx);
    await tx.execute(sql`update clinic set time_zone = ${timeZone}`);
    await followTimeZone(tx, timeZone);
    changed.resolve();
    await waits.promise;
  });
  await changed.promise;
  const answer = call();
  await vi.waitUntil(async () => (await countLockWaits(pool, 'advisory')) === 1, { timeout: 30_000 });
  waits.resolve();
  await change;
  return answer;
}

test('a block and closed days that wait for the change go by the new time zone', async () => {
  await book('2026-03-03', '11:30 PM - 12:00 AM');
  const [option] = await app.database.db.select().from(appointmentOptions);
  const wanted = { calendarId: option?.calendarId, date: '2026-03-04', startMinute: 540, minutes: 30, reason: 'Rest' };
  const blocked = await duringChangeTo('Asia/Tokyo', () => admin.post('/api/agenda/blocks', wanted));
  expect(blocked.status).toBe(200);
  const { rows } = await app.database.pool.query(`select starts_at as at from busy_times where kind = 'block'`);
  expect(rows).toEqual([{ at: new Date('2026-03-04T00:00:00Z') }]);
  await admin.request('DELETE', `/api/agenda/blocks/${String(blocked.body['_id'])}`);

  const days = { from: '2026-03-03', to: '2026-03-03', reason: 'Move' };
  const closed = await duringChangeTo('UTC', () => admin.post('/api/closures', days));
  expect(closed.body).toMatchObject({ code: 'STRANDS_BOOKINGS' });
});

test('appointments booked while the time zone changes have their time in the new one', async () => {
  const slots = Array.from({ length: 16 }, (_, at) => {
    const [hour, half] = [String((at >> 1) + 1).padStart(2, '0'), at % 2 === 1];
    const end = half ? `${String((at >> 1) + 2).padStart(2, '0')}:00` : `${hour}:30`;
    return `${hour}:${half ? '30' : '00'} AM - ${end} AM`;
  });
  const patients = await Promise.all(slots.map(() => app.person()));
  const [first, second] = [slots.slice(0, 8), slots.slice(8)];
  const bookAll = (part: readonly string[]) =>
    part.map((slot) => book('2026-03-05', slot, patients[slots.indexOf(slot)]));
  const answers = await Promise.all([
    ...bookAll(first),
    save({ timeZone: 'Asia/Tokyo', bookings: 'keep' }),
    ...bookAll(second),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await misplaced()).toEqual([]);
});

test('a start in another time zone moves no block either', async () => {
  const { db } = app.database;
  await db.execute(sql`update clinic set version = 1`);
  const start = { timeZone: 'Asia/Tokyo', horizonDays: 180, maxUnpaidBookings: 10 };
  const [option] = await db.select({ calendarId: appointmentOptions.calendarId }).from(appointmentOptions).limit(1);
  const time = { calendarId: option?.calendarId, date: '2026-03-03', startMinute: 540, minutes: 30 };
  expect((await admin.post('/api/agenda/blocks', { ...time, reason: 'Meeting' })).status).toBe(200);
  await applySettings(db, start);
  expect(await zone()).toBe('UTC');
  await db.execute(sql`delete from busy_times`);
  await applySettings(db, start);
  await expect.poll(zone).toBe('Asia/Tokyo');
});

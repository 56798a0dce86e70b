import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { manyWith, personWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { watchDeletions } from '../../../testing/deletions.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestAnswer, TestClient } from '../../../testing/test-client.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { calendars } from '../../database/schema/schedule.ts';
import { followTimeZone } from './follow-time-zone.ts';

let patient: TestClient;
let other: TestClient;

const app = await startTestApp({ environment: { MAX_UNPAID_BOOKINGS: '1000' } });
const { db } = app.database;
const made = [];
for (const name of ['Dora Doctor', 'Mo Medic', 'Vera Vet']) {
  const { id } = await personWith(app, { name, isDoctor: true });
  made.push(await openOption(db, { treatment: 'Podiatry', doctor: { id, name, photo: null } }));
}
const optionIds = made.map(({ optionId }) => optionId);

const START = new Date('2024-01-05T10:00:00Z');
const NINE = '09:00 AM - 09:30 AM';
const TEN = '10:00 AM - 10:30 AM';
let day = 7;
let date: string;
beforeEach(async () => {
  app.clock = START;
  await app.database.db.delete(busyTimes).where(eq(busyTimes.kind, 'hold'));
  [patient, other] = await Promise.all([app.person(), app.person()]);
  day += 1;
  date = mediumDateFromIso(`2024-01-${String(day).padStart(2, '0')}`);
});

const later = (minutes: number) => {
  app.clock = new Date(START.getTime() + minutes * 60_000);
};
const slotOf = (more: object = {}) => ({ optionId: optionIds[0], appointmentDate: date, slot: NINE, ...more });
const hold = (by: TestClient, more: object = {}) => by.post('/api/holds', slotOf(more));
const end = (by: TestClient, { body }: TestAnswer) => by.request('DELETE', `/api/holds/${String(body['_id'])}`);
const book = (by: TestClient, more: object = {}) => bookAs(by, { ...slotOf(more), treatment: 'Podiatry', price: 50 });
async function isFree(by: TestClient, { slot = NINE, optionId = optionIds[0], on = date } = {}) {
  const { body } = await by.get(`/api/v2/appointmentOptions?date=${on}`);
  const options = body as unknown as { _id: string; slots: string[] }[];
  return options.find(({ _id }) => _id === optionId)?.slots.includes(slot);
}
async function spacesFor(by: TestClient) {
  const { body } = await by.get('/api/v2/appointmentDays');
  return (body as unknown as { date: string; spaces: number }[]).find((one) => one.date === date)?.spaces;
}
const heldSlots = async () => {
  const held = await app.database.db.select().from(busyTimes).where(eq(busyTimes.kind, 'hold'));
  return held.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b));
};

describe('a hold', () => {
  it('keeps the slot for its holder, in every window, and hides it from everybody else', async () => {
    const before = (await spacesFor(other)) ?? 0;
    const held = await hold(patient);
    expect(held).toMatchObject({ status: 200, body: { expiresAt: '2024-01-05T10:05:00.000Z' } });
    expect([await isFree(patient), await isFree(other), await isFree(app.client())]).toEqual([true, false, false]);
    expect([await spacesFor(patient), await spacesFor(other)]).toEqual([before, before - 1]);
    for (const answer of [await book(other), await hold(other)]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN', nearest: [{}, {}, {}] } });
    }
    expect((await book(patient)).status).toBe(200);
    expect(await heldSlots()).toEqual([]);

    // The front desk holds a slot for a caller, and books it for them.
    const desk = await personWith(app, { isFrontDesk: true });
    await hold(desk, { slot: TEN });
    expect((await book(other, { slot: TEN })).body).toMatchObject({ code: 'SLOT_TAKEN' });
    const caller = { newPatient: { name: 'Carla Caller' }, phone: '+49 30 901820' };
    const request = { ...slotOf({ slot: TEN }), treatment: 'Podiatry', ...caller };
    expect((await desk.post('/api/appointments', request)).status).toBe(200);
    expect(await heldSlots()).toEqual([]);
  });

  it('is the same one if the same slot is held again, and lasts no longer', async () => {
    const first = await hold(patient);
    later(3);
    expect((await hold(patient)).body).toEqual(first.body);
  });

  it('is over after five minutes, for everybody and at once, whether or not it was deleted', async () => {
    await hold(patient);
    later(4.99);
    expect(await isFree(other)).toBe(false);
    later(5);
    expect(await isFree(other)).toBe(true);
    expect((await hold(other)).status).toBe(200);
    later(10);
    expect((await book(patient)).status).toBe(200);
  });

  it('is deleted by a job when it is over, not before', async () => {
    await hold(patient);
    later(4);
    await app.endHolds();
    expect(await heldSlots()).toHaveLength(1);
    later(5);
    await app.endHolds();
    expect(await heldSlots()).toEqual([]);
  });

  it('ends when its holder lets go, and only then', async () => {
    const held = await hold(patient);
    expect((await end(other, held)).body).toEqual({ acknowledged: true, deletedCount: 0 });
    expect(await isFree(other)).toBe(false);
    expect((await end(patient, held)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await end(patient, held)).body).toEqual({ acknowledged: true, deletedCount: 0 });
    expect(await isFree(other)).toBe(true);
    expect((await patient.request('DELETE', '/api/holds/x')).body).toMatchObject({ deletedCount: 0 });
  });

  it('is known to its holder, until another slot or another window ends it', async () => {
    const [first, isHeld] = [
      await hold(patient),
      async (by: TestClient, { body }: TestAnswer) =>
        (await by.get(`/api/holds/${String(body['_id'])}`)).body['isHeld'],
    ];
    expect([await isHeld(patient, first), await isHeld(other, first)]).toEqual([true, false]);
    const second = await hold(patient, { slot: TEN });
    expect([await isHeld(patient, first), await isHeld(patient, second)]).toEqual([false, true]);
    later(5);
    expect(await isHeld(patient, second)).toBe(false);
  });

  it('ends with the session', async () => {
    await hold(patient);
    await patient.post('/api/auth/sign-out', {});
    expect(await isFree(other)).toBe(true);
    expect((await hold(patient)).status).toBe(401);
  });

  it('ends when its holder moves an appointment there', async () => {
    const { body } = await book(patient, { slot: '04:00 PM - 04:30 PM' });
    await hold(patient);
    expect((await patient.post(`/api/bookings/${String(body['insertedId'])}/move`, slotOf())).status).toBe(200);
    expect(await heldSlots()).toEqual([]);
  });

  it('is refused like a booking', async () => {
    const refusals = [
      [{ slot: '09:10 AM - 09:40 AM' }, 'SLOT_NOT_OFFERED'],
      [{ appointmentDate: 'Jan 4, 2024' }, 'SLOT_PAST'],
      [{ appointmentDate: 'Jan 5, 2024' }, 'SLOT_PAST'],
      [{ appointmentDate: 'Jan 5, 2039' }, 'BEYOND_HORIZON'],
      [{ optionId: uuidv7() }, 'TREATMENT_UNKNOWN'],
    ] as const;
    for (const [more, code] of refusals)
      expect(await hold(patient, more)).toMatchObject({ status: 409, body: { code } });
    expect(await heldSlots()).toEqual([]);
  });
});

describe('one person', () => {
  it('stays when a booking of its holder is refused', async () => {
    await book(patient, { optionId: optionIds[1], slot: TEN });
    const { body } = await hold(patient);
    const refused = await book(patient);
    expect([refused.status, refused.body['code']]).toEqual([409, 'ALREADY_BOOKED']);
    expect((await book(other)).status).toBe(409);
    expect(await heldSlots()).toEqual([body['_id']]);
  });

  it('holds at most two slots: a third replaces the oldest', async () => {
    const [first, second] = [await hold(patient), await hold(patient, { optionId: optionIds[1] })];
    later(1);
    const third = await hold(patient, { optionId: optionIds[2] });
    expect(await heldSlots()).toEqual([second, third].map(({ body }) => body['_id']));
    expect(await isFree(other)).toBe(true);
    expect((await end(patient, first)).body).toMatchObject({ deletedCount: 0 });
  });

  it('keeps the hold if the next slot is taken', async () => {
    await book(other, { slot: TEN });
    const held = await hold(patient);
    expect((await hold(patient, { slot: TEN })).body).toMatchObject({ code: 'SLOT_TAKEN' });
    expect(await heldSlots()).toEqual([held.body['_id']]);
  });

  it('never holds more than two, whatever they ask for at once', async () => {
    const requests = optionIds.flatMap((optionId) =>
      [NINE, TEN, '02:00 PM - 02:30 PM'].map((slot) => ({ optionId, slot })),
    );
    const answers = await Promise.all(requests.map((request) => hold(patient, request)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await heldSlots()).toHaveLength(2);
  });
});

describe('at the same moment', () => {
  it('of thirty people who hold or book a slot, one gets it', async () => {
    const people = await manyWith(app, { count: 30 });
    const answers = await Promise.all(people.map((by, number) => (number % 2 ? hold(by) : book(by))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status, body }) => status !== 200 && body['code'] !== 'SLOT_TAKEN')).toEqual([]);
    const busy = await app.database.db
      .select()
      .from(busyTimes)
      .where(eq(busyTimes.day, `2024-01-${String(day).padStart(2, '0')}`));
    expect(busy).toHaveLength(1);
  });

  it('thirty people who want a slot whose hold is over all forget the hold, and one gets it', async () => {
    await hold(patient);
    later(5);
    const people = await manyWith(app, { count: 30 });
    const answers = await Promise.all([app.endHolds(), ...people.map((by) => book(by))]);
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
    expect(await heldSlots()).toEqual([]);
  });
});

it('when the clinic changes its time zone, holds end, and blocks keep their time on the clock', async () => {
  const { db } = app.database;
  await hold(patient);
  await book(other, { slot: TEN });
  const iso = `2024-01-${String(day).padStart(2, '0')}`;
  const [reasonFor] = await db.select().from(busyTimes).where(eq(busyTimes.kind, 'hold'));
  const block = {
    id: uuidv7(),
    kind: 'block',
    calendarId: reasonFor?.calendarId ?? '',
    day: iso,
    reason: 'A meeting',
  } as const;
  const [startsAt, busyUntil] = [new Date(`${iso}T13:00:00Z`), new Date(`${iso}T14:15:00Z`)];
  await db.insert(busyTimes).values({ ...block, startMinute: 780, startsAt, busyUntil });
  await db.transaction((tx) => followTimeZone(tx, 'America/New_York'));
  const rows = await db.select().from(busyTimes).where(eq(busyTimes.day, iso));
  expect(rows.map(({ kind, startsAt: from, busyUntil: to }) => [kind, from.toISOString(), to.toISOString()])).toEqual(
    expect.arrayContaining([
      ['block', `${iso}T18:00:00.000Z`, `${iso}T19:15:00.000Z`],
      ['booking', `${iso}T15:00:00.000Z`, `${iso}T15:30:00.000Z`],
    ]),
  );
  expect(rows).toHaveLength(2);
  await db.transaction((tx) => followTimeZone(tx, 'UTC'));
  expect(await db.select().from(bookings)).not.toEqual([]);
});

it('whatever is held, a person has at most two holds, the newest, and one in each calendar and day', async () => {
  const slots = optionIds.flatMap((optionId) =>
    [1, 2].flatMap((ahead) => [NINE, TEN].map((slot) => ({ optionId, ahead, slot }))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...slots), { minLength: 3, maxLength: 8 }), async (wanted) => {
      const by = await app.person();
      await app.database.db.delete(busyTimes).where(eq(busyTimes.kind, 'hold'));
      let expected: (typeof slots)[number][] = [];
      for (const [number, one] of wanted.entries()) {
        app.clock = new Date(START.getTime() + number * 1000);
        const { optionId, ahead, slot } = one;
        const on = mediumDateFromIso(`2024-02-0${ahead}`);
        expect((await hold(by, { optionId, appointmentDate: on, slot })).status).toBe(200);
        if (!expected.includes(one)) {
          const elsewhere = expected.filter((other) => other.optionId !== optionId || other.ahead !== ahead);
          expected = [...elsewhere.slice(-1), one];
        }
        const held = await app.database.db
          .select()
          .from(busyTimes)
          .where(eq(busyTimes.kind, 'hold'))
          .orderBy(busyTimes.expiresAt);
        const label = (minute: number) => (minute === 540 ? NINE : TEN);
        expect(
          held.map((row) => ({
            optionId: row.optionId,
            ahead: Number(row.day.slice(-1)),
            slot: label(row.startMinute),
          })),
        ).toEqual(expected);
      }
    }),
    { numRuns: 20 },
  );
});

it('of many people end in parts, so that no transaction is long', async () => {
  const { db, pool } = app.database;
  const [person] = await manyWith(app, { count: 1 });
  const over = { expiresAt: START, holderId: person?.id, optionId: optionIds[0] };
  const at = { day: '2024-01-09', startMinute: 540, startsAt: START, busyUntil: new Date('2024-01-09T10:00:00Z') };
  const held = Array.from({ length: 1100 }, () => ({ id: uuidv7(), calendarId: uuidv7(), ...at, ...over }));
  await db.insert(calendars).values(held.map(({ calendarId }) => ({ id: calendarId })));
  await db.insert(busyTimes).values(held.map((one) => ({ ...one, kind: 'hold' as const })));
  const statements = await watchDeletions(pool, 'busy_times');
  later(1);
  await app.endHolds();
  expect(await statements()).toEqual([500, 500, 100]);
});

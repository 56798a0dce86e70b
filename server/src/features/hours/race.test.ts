import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { expect, it, vi } from 'vitest';
import { manyWith, type RoledClient } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { addDays, dateAt } from '../schedule/index.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const tomorrow = addDays(dateAt(new Date(), 'UTC'), 1);
const MINUTES = 10;
const OPENS = 8 * 60;
const NOON = 12 * 60;

const app = await startTestApp({ environment: { MAX_UNPAID_BOOKINGS: '1000' }, poolSize: 60 });
const [one] = await manyWith(app, { count: 1, isAdmin: true });
const [other] = await manyWith(app, { count: 1, isDoctor: true });
if (!one || !other) throw new Error('nobody was made');
const [admin, doctor] = [one, other];
const patients = await manyWith(app, { count: 50 });
await openOption(app.database.db, {
  treatment: 'Cardiology',
  minutes: MINUTES,
  doctor: { id: doctor.id, name: doctor.name, photo: null },
  openings: [],
});

const weekUntil = (to: string) => EVERY_DAY.map((weekday) => ({ weekday, from: '08:00', to }));
const saveHours = (to: string, bookings?: unknown) =>
  admin.request('PUT', `/api/doctors/${doctor.id}/hours`, { body: { weekly: weekUntil(to), bookings } });

type Wave = 'even' | 'odd' | 'all';

/**
 * Patients book in parallel, each a different slot, spread over the day from 08:00 to 16:30.
 *
 * @param wave every second patient, the others, or all
 * @returns the answer to each, and when the first afternoon slot was booked
 */
function patientsBook(date: string, wave: Wave = 'all') {
  const inTheAfternoon = Promise.withResolvers<void>();
  const answers = patients.flatMap((patient, number) => {
    if (wave !== 'all' && (number % 2 === 0) !== (wave === 'even')) return [];
    return [bookSlot(date, patient, OPENS + number * MINUTES, inTheAfternoon.resolve)];
  });
  return { answers: Promise.all(answers), inTheAfternoon: inTheAfternoon.promise };
}

async function bookSlot(date: string, patient: RoledClient, startMinute: number, onAfternoon: () => void) {
  const { status, body } = await bookAs(patient, {
    appointmentDate: mediumDateFromIso(date),
    treatment: 'Cardiology',
    slot: slotLabel({ startMinute, minutes: MINUTES }),
    price: 50,
  });
  if (status !== 200) return String(body['code']);
  if (startMinute >= NOON) onAfternoon();
  return 'booked';
}

interface Row {
  readonly id: string;
  readonly start: number;
  readonly state: string;
}
async function bookedOn(date: string): Promise<readonly Row[]> {
  const { rows } = await app.database.pool.query<Row>(
    'select id, start_minute as start, state from bookings where day = $1 order by start_minute',
    [date],
  );
  return rows;
}

/**
 * Closes at noon, and decides about the appointments that each refusal lists. Returns the decisions and their time.
 *
 * @param afterRefusal runs between the first refusal and the next attempt
 */
async function closeAtNoon(afterRefusal: () => Promise<void>) {
  const decided = new Map<string, 'keep' | 'cancel'>();
  const lists: (readonly string[])[] = [];
  for (;;) {
    const { status, body } = await saveHours('12:00', Object.fromEntries(decided));
    if (status === 200) return { decided, lists };
    expect(body).toMatchObject({ acknowledged: false, code: 'STRANDS_BOOKINGS' });
    const listed = (body['bookings'] as { _id: string }[]).map(({ _id }) => _id);
    lists.push(listed);
    for (const id of listed) if (!decided.has(id)) decided.set(id, decided.size % 2 === 0 ? 'keep' : 'cancel');
    if (lists.length === 1) await afterRefusal();
  }
}

it('leaves no appointment outside the hours undecided when 50 patients book during a change to close at noon', async () => {
  for (let round = 0; round < 4; round += 1) {
    const date = addDays(tomorrow, round);
    expect((await saveHours('20:00')).status).toBe(200);
    // Half of them book during the first attempt to save, the others during the second.
    const early = patientsBook(date, 'even');
    await early.inTheAfternoon;
    let late = early;
    const { decided, lists } = await closeAtNoon(async () => {
      late = patientsBook(date, 'odd');
      await late.inTheAfternoon;
    });
    const answers = [...(await early.answers), ...(await late.answers)];

    const rows = await bookedOn(date);
    expect(rows.length).toBe(answers.filter((answer) => answer === 'booked').length);
    expect(answers.filter((answer) => answer !== 'booked' && answer !== 'SLOT_NOT_OFFERED')).toEqual([]);
    for (const { id, start, state } of rows) {
      const decision = start + MINUTES > NOON ? decided.get(id) : 'within the hours';
      expect({ start, decision, state }).toEqual({
        start,
        decision: expect.any(String),
        state: decision === 'cancel' ? 'cancelled' : 'booked',
      });
    }
    const [first = [], second = []] = lists;
    expect(second.filter((id) => !first.includes(id))).not.toEqual([]);
  }
}, 120_000);

it('waits for a booking in progress, and lists it', async () => {
  const { pool } = app.database;
  const date = addDays(tomorrow, 40);
  expect((await saveHours('20:00')).status).toBe(200);
  const [patient] = patients;
  if (!patient) throw new Error('nobody was made');
  const isWaiting = async (kind: 'relation' | 'advisory') => (await countLockWaits(pool, kind)) === 1;
  // The booking has read the hours, and waits before its insert.
  const holder = await pool.connect();
  await holder.query('begin; lock table bookings in share row exclusive mode');
  const booking = bookSlot(date, patient, NOON, () => undefined);
  await vi.waitUntil(() => isWaiting('relation'), { timeout: 30_000 });
  let saved = false;
  const saving = saveHours('12:00', 'keep').finally(() => {
    saved = true;
  });
  await vi.waitUntil(async () => saved || (await isWaiting('advisory')), { timeout: 30_000 });
  await holder.query('rollback');
  holder.release();
  expect(await booking).toBe('booked');
  const [made] = await bookedOn(date);
  const { status, body } = await saving;
  expect(status).toBe(409);
  expect(body['bookings']).toContainEqual(expect.objectContaining({ _id: made?.id }));
});

it('leaves no appointment on a closed day when 50 patients book while it is being closed', async () => {
  expect((await saveHours('20:00')).status).toBe(200);
  for (let round = 0; round < 3; round += 1) {
    const date = addDays(tomorrow, 20 + round);
    const close = async () => {
      for (;;) {
        const body = { from: date, to: date, reason: 'Closed', bookings: 'cancel' };
        const { status } = await admin.post('/api/closures', body);
        if (status === 200) return;
        expect(status).toBe(409);
      }
    };
    const [answers] = await Promise.all([patientsBook(date).answers, close()]);
    const rows = await bookedOn(date);
    expect(rows.filter(({ state }) => state !== 'cancelled')).toEqual([]);
    expect(rows).toHaveLength(answers.filter((answer) => answer === 'booked').length);
  }
}, 120_000);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atNewAddress, signUpPatients } from '../testing/booking-wishes.ts';
import { openOption } from '../testing/clinic.ts';
import type { TestAnswer, TestClient } from '../testing/test-client.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../testing/test-database.ts';
import { startServerProcess, type TestProcess } from '../testing/test-process.ts';

/**
 * The real server, and `kill -9` among mixed bookings, moves, cancellations and holds, ten at a time.
 * `npm run simulate:appointments` makes a thousand.
 */

const CHANGES = Number(process.env['SIMULATED_APPOINTMENTS'] ?? 160);
const KILLS = Math.ceil(CHANGES / 100);
const PATIENTS = 10;
/** Each patient has a calendar of their own for booking and moving, so that every wish can come true. */
const STARTS = Array.from({ length: 16 }, (_, slot) => 540 + slot * 30);

let dataDirectory: string;
let database: TestDatabase;
let server: TestProcess;
let patients: readonly TestClient[];
let optionIds: readonly string[];

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'openhours-appointment-durability-'));
  database = await createTestDatabase();
  server = await start();
  patients = await signUpPatients(server.url, PATIENTS);
  optionIds = await Promise.all(
    patients.map(async (_, number) => {
      const name = `Doctor ${number}`;
      // Free of charge, so that nobody has too many unpaid appointments.
      const option = { treatment: `Podiatry ${number}`, priceMinor: 0, doctor: { id: null, name, photo: null } };
      return (await openOption(database.db, option)).optionId;
    }),
  );
});
afterAll(async () => {
  await server.kill('SIGTERM');
  await database.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

const start = () =>
  startServerProcess({ DATA_DIR: dataDirectory, DATABASE_URL: urlOf(database.connection), DEMO: 'off' });

interface Change {
  readonly what: 'book' | 'move' | 'cancel' | 'hold';
  /** The number of the patient. */
  readonly of: number;
  readonly key: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
  /** What the database must have once it is acknowledged; for a booking, its id is in the answer. */
  readonly bookingId: string | undefined;
  readonly day: string;
  readonly startMinute: number;
}

const label = (startMinute: number) =>
  [startMinute, startMinute + 30].map((minute) => {
    const hour = Math.floor(minute / 60);
    const [h, m] = [hour % 12 || 12, minute % 60].map((part) => String(part).padStart(2, '0'));
    return `${h}:${m} ${hour < 12 ? 'AM' : 'PM'}`;
  });
const slotAt = (day: string, startMinute: number) => ({
  appointmentDate: mediumDateFromIso(day),
  slot: label(startMinute).join(' - '),
});
const dayAt = (days: number) => new Date(Date.now() + (days + 2) * 86_400_000).toISOString().slice(0, 10);

function bookingOf(of: number, { day, startMinute }: { day: string; startMinute: number }): Change {
  const { name: patient = '', email = '' } = patients[of] ?? {};
  const person = { patient, email, treatment: `Podiatry ${of}`, price: 0, optionId: optionIds[of] };
  const body = { ...slotAt(day, startMinute), ...person };
  return { what: 'book', of, key: uuidv7(), path: '/api/bookings', body, bookingId: undefined, day, startMinute };
}

const send = ({ of, key, path, body }: Change): Promise<TestAnswer | undefined> | undefined =>
  patients[of]?.post(path, body, { 'idempotency-key': key }).catch(() => undefined);

/** Sends all, ten at a time, and kills the server at these counts of answers. Returns the answers of the acknowledged. */
async function sendAll(changes: readonly Change[], killAt: readonly number[]) {
  const acknowledged = new Map<Change, TestAnswer>();
  const waiting = [...changes];
  let restarting: Promise<void> | undefined;
  const restart = async () => {
    await server.kill('SIGKILL');
    server = await start();
    patients = atNewAddress(patients, server.url);
  };
  const worker = async () => {
    for (let change = waiting.shift(); change; change = waiting.shift()) {
      await restarting;
      const answer = await send(change);
      if (answer?.status === 200) acknowledged.set(change, answer);
      else if (answer && answer.status < 500) throw new Error(`${change.what}: ${JSON.stringify(answer.body)}`);
      if (answer?.status === 200 && killAt.includes(acknowledged.size)) restarting = restart();
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  await restarting;
  return acknowledged;
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly day: string;
  readonly start_minute: number;
  readonly version: number;
  readonly versions: number;
}
async function rowsById(): Promise<ReadonlyMap<string, Row>> {
  const { rows } = await database.pool.query(`select id, state, day::text, start_minute, version,
    (select count(*) from booking_history h where h.booking_id = b.id)::int as versions from bookings b`);
  return new Map((rows as Row[]).map((row) => [row.id, row]));
}

/** Acknowledged changes that the database does not have, or has without their history. */
async function lost(acknowledged: ReadonlyMap<Change, TestAnswer>): Promise<readonly Change[]> {
  const rows = await rowsById();
  return [...acknowledged].flatMap(([change, { body }]) => {
    if (change.what === 'hold') return [];
    const row = rows.get(change.bookingId ?? String(body['insertedId']));
    if (row === undefined || row.versions !== row.version - 1) return [change];
    if (change.what === 'cancel') return row.state === 'cancelled' && row.version === 2 ? [] : [change];
    const isThere = row.day === change.day && row.start_minute === change.startMinute;
    return isThere && row.state === 'booked' ? [] : [change];
  });
}

it(`loses nothing acknowledged among ${CHANGES} bookings, moves, cancellations and holds, and leaves no hold`, async () => {
  const each = Math.ceil(CHANGES / 4 / PATIENTS);
  const numbers = patients.map((_, of) => of);
  const places = (from: number) => Array.from({ length: each }, (_, number) => dayAt(from + number));
  const before = numbers.flatMap((of) => places(0).flatMap((day) => [bookingOf(of, { day, startMinute: 540 })]));
  const others = numbers.flatMap((of) => places(each).map((day) => bookingOf(of, { day, startMinute: 540 })));
  const made = await sendAll([...before, ...others], []);
  const idOf = (change: Change) => String(made.get(change)?.body['insertedId']);

  const moves = before.map((change, number): Change => {
    const startMinute = STARTS[1 + (number % 15)] ?? 570;
    const { of, day } = change;
    const bookingId = idOf(change);
    const path = `/api/bookings/${bookingId}/move`;
    return { ...change, what: 'move', key: uuidv7(), path, bookingId, startMinute, body: slotAt(day, startMinute), of };
  });
  const cancellations = others.map((change): Change => {
    const bookingId = idOf(change);
    return { ...change, what: 'cancel', key: uuidv7(), path: `/api/bookings/${bookingId}/cancel`, bookingId, body: {} };
  });
  const books = numbers.flatMap((of) => places(2 * each).map((day) => bookingOf(of, { day, startMinute: 600 })));
  const holds = numbers.flatMap((of) =>
    places(3 * each).map((day): Change => {
      const body = { ...slotAt(day, 660), optionId: optionIds[of] };
      return { what: 'hold', of, key: uuidv7(), path: '/api/holds', body, bookingId: undefined, day, startMinute: 660 };
    }),
  );
  const mixed = moves.flatMap((move, number) => [move, cancellations[number], books[number], holds[number]]);
  const changes = mixed.filter((change) => change !== undefined);

  const killAt = Array.from({ length: KILLS }, (_, kill) => Math.floor(((kill + 1) * changes.length) / (KILLS + 2)));
  const acknowledged = await sendAll(changes, killAt);
  expect(acknowledged.size).toBeGreaterThan(killAt.at(-1) ?? 0);
  expect(await lost(acknowledged)).toEqual([]);

  // Unanswered requests are sent again with the same key: each is carried out, and none twice.
  const again = await sendAll(changes, []);
  expect(again.size).toBe(changes.length);
  expect(await lost(again)).toEqual([]);
  expect(await rowsById()).toHaveProperty('size', before.length + others.length + books.length);

  const busy =
    await database.pool.query(`select 1 from (select id, starts_at from bookings where state <> 'cancelled') b
    full join (select id, starts_at from busy_times where kind = 'booking') t using (id, starts_at)
    where b is null or t is null`);
  expect(busy.rows).toEqual([]);
  const held = await database.pool.query(
    `select count(*)::int as held from busy_times where kind = 'hold' group by holder_id`,
  );
  expect((held.rows as { held: number }[]).every((row) => row.held <= 2)).toBe(true);

  // As if their time were over: another patient books each of the held slots, and none is left.
  await database.pool.query("update busy_times set expires_at = now() where kind = 'hold'");
  const after = holds.map(({ of, day }): Change => {
    const neighbour = (of + 1) % PATIENTS;
    const { name: patient = '', email = '' } = patients[neighbour] ?? {};
    const change = bookingOf(of, { day, startMinute: 660 });
    return { ...change, of: neighbour, body: { ...change.body, patient, email } };
  });
  const booked = await sendAll(after, []);
  expect(booked.size).toBe(after.length);
  expect((await database.pool.query("select 1 from busy_times where kind = 'hold'")).rows).toEqual([]);
}, 600_000);

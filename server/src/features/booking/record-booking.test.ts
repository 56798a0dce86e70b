import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { openOption } from '../../../testing/clinic.ts';
import { makePatients } from '../../../testing/many-patients.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { rowJson } from '../../database/row-json.ts';
import { bookings } from '../../database/schema/booking.ts';
import { erasePerson } from '../identity/index.ts';
import { type BookingToRecord, type RecordedBooking, recordingInGroups } from './record-booking.ts';

/** Bookings of one moment, which share a transaction. */

let record: (booking: BookingToRecord) => Promise<RecordedBooking>;
let planned: string;
let day = '2030-06-03';

const database = await createTestDatabase();
const patients = await makePatients(database.db, { count: 30, secret: 'a secret of this test', issuer: 'http://here' });
const option = await openOption(database.db, { treatment: 'Oncology' });
record = recordingInGroups(database.db, () => undefined);
beforeEach(async () => {
  day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  planned = await snapshot();
});

async function snapshot(): Promise<string> {
  const { rows } = await database.pool.query<{ now: string }>('select pg_current_snapshot()::text as now');
  return rows[0]?.now ?? '';
}

const patientAt = (index: number) => {
  const patient = patients[index];
  if (!patient) throw new RangeError(`There is no patient ${index}`);
  return patient;
};

/** A quarter of an hour of the day, counted from nine o'clock. */
function bookingOf(index: number, slot: number, changes: Partial<BookingToRecord['booking']> = {}): BookingToRecord {
  const { id: patientId, name } = patientAt(index);
  const startsAt = new Date(Date.parse(`${day}T09:00:00Z`) + slot * 900_000);
  const now = new Date('2030-06-01T08:00:00Z');
  const id = uuidv7();
  return {
    booking: {
      id,
      ...option,
      calendarId: option.optionId,
      patientId,
      treatedId: patientId,
      treatmentName: 'Oncology',
      doctorName: 'The team',
      patientName: name,
      phone: '',
      day,
      startMinute: 9 * 60 + slot * 15,
      minutes: 15,
      startsAt,
      endsAt: new Date(startsAt.getTime() + 900_000),
      priceMinor: 0,
      currency: 'USD',
      payment: 'at-clinic',
      payWithinMinutes: 30,
      freeCancellationHours: 24,
      bookedAt: now,
      changedAt: now,
      changedBy: patientId,
      changedAs: 'clinic',
      ...changes,
    },
    holderId: undefined,
    mostUnpaid: 3,
    planned,
    messages: [{ kind: 'appointment-booked', personId: patientId, about: { bookingIds: id }, now }],
    key: undefined,
  };
}

async function made() {
  const { rows } = await database.pool.query<{ transactions: number; bookings: number; messages: number }>(
    `select count(distinct b.xmin::text)::int as transactions, count(*)::int as bookings,
       (select count(*)::int from outgoing_messages where about->>'bookingIds' = any(array_agg(b.id::text))) as messages
     from bookings b join busy_times using (id) where b.day = $1`,
    [day],
  );
  return rows[0];
}

const isBooked = (outcome: RecordedBooking) => 'reference' in outcome;

it('share few transactions, and each has its reference, its time and its message', async () => {
  const outcomes = await Promise.all(patients.map((_, index) => record(bookingOf(index, index))));
  expect(new Set(outcomes.map((outcome) => ('reference' in outcome ? outcome.reference : outcome)))).toHaveLength(30);
  expect(await made()).toEqual({
    transactions: expect.toSatisfy((count: number) => count <= 3),
    bookings: 30,
    messages: 30,
  });
});

it('that want the same time are refused, all but the first', async () => {
  const outcomes = await Promise.all(patients.map((_, index) => record(bookingOf(index, 0))));
  const refused = { against: 'no_overlap_in_calendar' };
  expect(outcomes).toEqual([{ reference: expect.any(String) }, ...patients.slice(1).map(() => refused)]);
  expect(await made()).toMatchObject({ bookings: 1, messages: 1 });
});

it('of one patient count for each other', async () => {
  const price = { priceMinor: 100 };
  const { rows } = await database.pool.query<{ id: string }>(
    "insert into treatments (id, name, price_minor, currency, minutes) select gen_random_uuid(), 'T' || n, 0, 'USD', 15 from generate_series(1, 6) n returning id",
  );
  planned = await snapshot();
  const outcomes = await Promise.all(
    rows.map(({ id: treatmentId }, slot) =>
      record(bookingOf(0, slot, { changedAs: 'patient', ...price, treatmentId })),
    ),
  );
  expect(outcomes.filter(isBooked)).toHaveLength(3);
  expect(outcomes.filter((outcome) => !isBooked(outcome))).toEqual(
    Array.from({ length: 3 }, () => ({ against: 'unpaid' })),
  );
});

it('are refused for what is against them, each by itself', async () => {
  await record(bookingOf(1, 8));
  const elsewhere = bookingOf(2, 9);
  const old = bookingOf(3, 3);
  const outcomes = await Promise.all(
    [
      bookingOf(0, 0),
      bookingOf(1, 1),
      bookingOf(4, 8),
      bookingOf(5, 5, { optionId: uuidv7() }),
      bookingOf(6, 6, { treatedId: uuidv7() }),
      elsewhere,
      { ...old, planned: '1:1:' },
      bookingOf(7, 7),
    ].map(record),
  );
  const booked = { reference: expect.any(String) };
  expect(outcomes).toEqual([
    booked,
    { against: 'one_live_booking_per_treatment_and_day' },
    { against: 'no_overlap_in_calendar' },
    { against: 'closed' },
    { against: 'closed' },
    booked,
    { against: 'changed' },
    booked,
  ]);
  expect(await made()).toMatchObject({ bookings: 4, messages: 4 });
});

it('are refused together if all want a time that is taken', async () => {
  await record(bookingOf(0, 0));
  const { rows } = await database.pool.query<{ outcomes: object }>('select record_bookings($1::jsonb) as outcomes', [
    givenFor([bookingOf(1, 0), bookingOf(2, 0)]),
  ]);
  expect(Object.values(rows[0]?.outcomes ?? {})).toEqual(
    Array.from({ length: 2 }, () => ({ against: 'no_overlap_in_calendar' })),
  );
});

/** What `record_bookings` is given for a group of rivals. */
function givenFor(group: readonly BookingToRecord[]): string {
  const rows = group.map(({ booking }) => rowJson(bookings, { bufferMinutes: 0, visitReason: '', ...booking }));
  return JSON.stringify({ bookings: rows, mostUnpaid: 3, planned, waits: false, messages: [], rivals: true });
}

it('do not suffer from one that the database cannot store', async () => {
  const all = [0, 1, 2, 3, 4].map((index) => bookingOf(index, index, index === 2 ? { currency: 'dollars' } : {}));
  const outcomes = await Promise.allSettled(all.map(record));
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(await made()).toMatchObject({ bookings: 4, messages: 4 });
});

it('do not wait for one whose patient is busy', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtext('booking-patient'), hashtext($1))", [patientAt(0).id]);
    const waiting = record(bookingOf(0, 0));
    const others = await Promise.all([1, 2, 3].map((index) => record(bookingOf(index, index))));
    expect(others.every(isBooked)).toBe(true);
    expect(await made()).toMatchObject({ bookings: 3 });
    await client.query('commit');
    expect(isBooked(await waiting)).toBe(true);
  } finally {
    client.release();
  }
});

it('do not wait for one in whose calendar another transaction writes', async () => {
  const other = await openOption(database.db, { treatment: 'Dermatology' });
  planned = await snapshot();
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, reason)
       values (gen_random_uuid(), 'block', $1, $2, 540, $2::date + time '09:00', $2::date + time '09:15', 'a break')`,
      [other.optionId, day],
    );
    const waiting = record(bookingOf(0, 0, { ...other, calendarId: other.optionId }));
    const others = await Promise.all([1, 2, 3].map((index) => record(bookingOf(index, index))));
    expect(others.every(isBooked)).toBe(true);
    await client.query('commit');
    expect(await waiting).toEqual({ against: 'no_overlap_in_calendar' });
  } finally {
    client.release();
  }
});

it('are refused only for a time that is taken, whatever they want together', async () => {
  const other = await openOption(database.db, { treatment: 'Surgery' });
  const calendars = [option, other].map((one) => ({ ...one, calendarId: one.optionId }));
  const wanted = fc.record({
    calendar: fc.constantFrom(...calendars),
    slot: fc.nat(12),
    quarters: fc.integer({ min: 1, max: 4 }),
    treated: fc.nat(29),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(wanted, { minLength: 2, maxLength: 20 }), async (group) => {
      day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
      planned = await snapshot();
      const asked = group.map(({ calendar, slot, quarters, treated }, index) => {
        const { booking, ...rest } = bookingOf(index, slot, { ...calendar, treatedId: patientAt(treated).id });
        const endsAt = new Date(booking.startsAt.getTime() + quarters * 900_000);
        return { booking: { ...booking, minutes: quarters * 15, endsAt }, ...rest };
      });
      const outcomes = await Promise.all(asked.map(record));
      const [booked, refused] = [true, false].map((is) =>
        asked.filter((_, index) => outcomes[index] !== undefined && 'reference' in outcomes[index] === is),
      );
      const pairs = (booked ?? []).flatMap((one, at) => (booked ?? []).slice(at + 1).map((two) => [one, two] as const));
      expect(pairs.filter(([one, two]) => isBeside(one, two))).toEqual([]);
      for (const one of refused ?? []) expect(booked?.some((two) => isBeside(one, two))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

/** Whether the two cannot both be booked. */
function isBeside({ booking: one }: BookingToRecord, { booking: two }: BookingToRecord): boolean {
  const isSamePerson = one.treatedId === two.treatedId;
  if (isSamePerson && one.treatmentId === two.treatmentId) return true;
  return (isSamePerson || one.calendarId === two.calendarId) && one.startsAt < two.endsAt && two.startsAt < one.endsAt;
}

it('leave a held time to whoever holds it, also if somebody else asked a moment before', async () => {
  const [other, holder] = [bookingOf(0, 0), bookingOf(1, 0)];
  await database.pool.query(
    `insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, holder_id, expires_at, option_id)
     values (gen_random_uuid(), 'hold', $1, $2, 540, $2::date + time '09:00', $2::date + time '09:15', $3, '2031-01-01', $1)`,
    [option.optionId, day, patientAt(1).id],
  );
  const [refused, booked] = await Promise.all([record(other), record(holder)]);
  expect(refused).toEqual({ against: 'no_overlap_in_calendar' });
  expect(booked).toEqual({ reference: expect.any(String) });
});

it('end what is offered to their patient, but not if they are refused', async () => {
  await database.pool.query(
    `insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, holder_id, expires_at, option_id)
     values (gen_random_uuid(), 'offer', $1, $2, 540, $2::date + time '09:00', $2::date + time '09:15', $3, '2031-01-01', $1)`,
    [option.optionId, day, patientAt(1).id],
  );
  const offers = async () =>
    (await database.pool.query("select from busy_times where kind = 'offer' and day = $1", [day])).rowCount;
  await record(bookingOf(2, 1));
  const { booking, ...rest } = bookingOf(1, 0);
  const longer = { ...booking, minutes: 30, endsAt: new Date(booking.startsAt.getTime() + 1_800_000) };
  expect(await record({ booking: longer, ...rest })).toEqual({ against: 'no_overlap_in_calendar' });
  expect(await offers()).toBe(1);
  expect(isBooked(await record(bookingOf(1, 0)))).toBe(true);
  expect(await offers()).toBe(0);
});

it('are not refused for a time that another one claimed and could not keep', async () => {
  await record(bookingOf(0, 8));
  const outcomes = await Promise.all([bookingOf(0, 0), bookingOf(1, 0), bookingOf(2, 1)].map(record));
  const booked = { reference: expect.any(String) };
  expect(outcomes).toEqual([{ against: 'one_live_booking_per_treatment_and_day' }, booked, booked]);
});

it('draw other references if theirs are in use', async () => {
  // The first draws repeat the reference of an appointment that exists.
  const [taken] = [await record(bookingOf(0, 20))];
  const reference = 'reference' in taken ? taken.reference : '';
  await database.pool.query(`
    create sequence draws;
    create function draw_twice(drawn text) returns text language sql as
      $$ select case when nextval('draws') <= 3 then '${reference}' else drawn end $$;
    create function repeat_reference() returns trigger language plpgsql as
      $$ begin new.reference := draw_twice(new.reference); return new; end $$;
    create trigger repeat_reference before insert on bookings for each row execute function repeat_reference()`);
  const outcomes = await Promise.all([1, 2, 3, 4].map((index) => record(bookingOf(index, index))));
  expect(outcomes.every(isBooked)).toBe(true);
  await database.pool.query('drop trigger repeat_reference on bookings');
  expect(await made()).toMatchObject({ bookings: 5, messages: 5 });
});

it('are refused if the account was deleted, even if the person treated was not', async () => {
  await erasePerson(database.db, { personId: patientAt(29).id, now: new Date() });
  planned = await snapshot();
  expect(await record(bookingOf(29, 0, { treatedId: patientAt(28).id }))).toEqual({ against: 'closed' });
});

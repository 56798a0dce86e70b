import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { addDays } from './slots.ts';

const app = await startTestApp({ environment: { CURRENCY: 'EUR' } });
const admin = await personWith(app, { isAdmin: true, name: 'Ada Admin' });
const doctor = await personWith(app, { isDoctor: true, name: 'Dora Doctor' });

const fields = { name: 'Cardiology', minutes: 30, price: 140.5 };

async function create(over: object = {}) {
  const answer = await admin.post('/api/treatments', { ...fields, ...over });
  expect(answer.status).toBe(200);
  return answer.body as unknown as { _id: string; name: string };
}
const change = (id: string, body: object) => admin.request('PUT', `/api/treatments/${id}`, { body });
const specialties = async () =>
  ((await app.client().get('/api/appointmentSpecialty')).body as unknown as { name: string }[]).map(({ name }) => name);
const day = addDays(new Date().toISOString().slice(0, 10), 3);
const date = mediumDateFromIso(day);
const optionsOn = async () =>
  (await app.client().get(`/api/v2/appointmentOptions?date=${date}`)).body as unknown as {
    name: string;
    slots: string[];
    price: number;
  }[];
const auditLines = async () =>
  ((await admin.get('/api/audit')).body as unknown as { what: string; outcome: string; detail: string }[]).map(
    ({ what, outcome, detail }) => `${what} ${outcome}: ${detail}`,
  );

describe('a treatment', () => {
  it("is created with defaults for missing fields and the clinic's currency, and can be booked at once", async () => {
    const made = await create();
    expect(made).toEqual({
      acknowledged: true,
      _id: expect.any(String),
      name: 'Cardiology',
      description: '',
      minutes: 30,
      bufferMinutes: 0,
      price: 140.5,
      currency: 'EUR',
      colour: null,
      active: true,
    });
    expect(await specialties()).toEqual(['Cardiology']);
    expect((await auditLines())[0]).toBe('create-treatment done: Cardiology.');
  });

  it('stores the given fields, and keeps those that a change does not mention', async () => {
    const given = { name: 'Ultrasound', description: 'Of the heart.', bufferMinutes: 10, colour: '#3B82F6' };
    const { _id } = await create(given);
    const { body } = await change(_id, { price: 90 });
    expect(body).toMatchObject({ ...given, colour: '#3b82f6', minutes: 30, price: 90, active: true });
    expect((await auditLines())[0]).toBe('change-treatment done: Ultrasound: price from €140.50 to €90.00.');
    expect((await change(_id, { price: 90 })).status).toBe(200);
    expect((await auditLines())[0]).toBe('change-treatment unchanged: Ultrasound.');
  });

  it.each([
    ['a name that another one has, also when it is archived', { name: 'Cardiology' }, 'TREATMENT_EXISTS'],
    ['a price with more decimals than the currency', { price: 1.005 }, 'PRICE_REFUSED'],
  ])('refuses %s', async (_what, over, code) => {
    const { _id } = await create({ name: `Other ${code}` });
    await change(_id, { active: false });
    for (const answer of [
      await admin.post('/api/treatments', { ...fields, name: 'Fresh', ...over }),
      await change(_id, over),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { acknowledged: false, code } });
    }
    expect((await auditLines())[0]).toMatch(/^change-treatment refused: /);
  });

  it.each([
    [{ minutes: 4 }, 'A treatment takes at least 5 minutes.'],
    [{ minutes: 30.5 }, 'Enter whole minutes.'],
    [{ bufferMinutes: -1 }, 'A buffer cannot be negative.'],
    [{ name: ' ' }, 'Name is Required'],
    [{ colour: 'red' }, "Enter a colour like '#3b82f6'."],
  ])('refuses %j with a message', async (over, message) => {
    expect(await admin.post('/api/treatments', { ...fields, name: 'Bad', ...over })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it('is created once when two requests use the same name at once', async () => {
    const both = await Promise.all([1, 2].map(() => admin.post('/api/treatments', { ...fields, name: 'Twin' })));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
  });
});

it('lists a new treatment last; all staff see archived ones, others do not', async () => {
  const { _id } = await create({ name: 'Archived' });
  await change(_id, { active: false });
  const names = async (who: { get: typeof admin.get }) =>
    ((await who.get('/api/treatments')).body as unknown as { name: string }[]).map(({ name }) => name);
  const frontDesk = await personWith(app, { isFrontDesk: true, name: 'Finn Desk' });
  for (const staff of [admin, doctor, frontDesk]) expect(await names(staff)).toContain('Archived');
  const shown = await names(app.client());
  expect(shown).not.toContain('Archived');
  expect([shown[0], shown.at(-1)]).toEqual(['Cardiology', 'Twin']);
  expect((await names(admin)).at(-1)).toBe('Archived');
});

it('adds a treatment as the last one also while their order is being changed', async () => {
  const ordering = await app.database.pool.connect();
  await ordering.query('begin');
  await ordering.query('select from treatments for no key update');
  await ordering.query('update treatments set position = position + 10');
  const adding = create({ name: 'Meanwhile' });
  await sleep(100);
  await ordering.query('commit');
  ordering.release();
  await adding;
  const listed = (await admin.get('/api/treatments')).body as unknown as { name: string }[];
  expect(listed.at(-1)?.name).toBe('Meanwhile');
});

describe('the order of the treatments', () => {
  const idsNow = async () =>
    ((await admin.get('/api/treatments')).body as unknown as { _id: string }[]).map(({ _id }) => _id);
  const nameOfLast = async () =>
    ((await admin.get('/api/treatments')).body as unknown as { name: string }[]).at(-1)?.name;
  const order = (seen: readonly string[], wanted: readonly string[]) =>
    admin.request('PUT', '/api/treatment-order', { body: { seen, wanted } });

  it('is changed as a whole, with one line in the audit log', async () => {
    const seen = await idsNow();
    const wanted = seen.toReversed();
    const before = await auditLines();
    expect((await order(seen, wanted)).status).toBe(200);
    expect(await idsNow()).toEqual(wanted);
    const lines = await auditLines();
    expect(lines).toHaveLength(before.length + 1);
    expect(lines[0]).toBe('change-treatment done: Order: several treatments moved.');
    expect((await order(wanted, seen)).status).toBe(200);
    expect(await idsNow()).toEqual(seen);
  });

  it('of one treatment is in the audit log with its old and new place, and so is an order that changes nothing', async () => {
    const seen = await idsNow();
    const last = seen.length - 1;
    const wanted = [...seen.slice(last), ...seen.slice(0, last)];
    const name = await nameOfLast();
    await order(seen, wanted);
    expect((await auditLines())[0]).toBe(`change-treatment done: ${name}: moved from place ${last + 1} to place 1.`);
    await order(wanted, seen);
    expect((await auditLines())[0]).toBe(`change-treatment done: ${name}: moved from place 1 to place ${last + 1}.`);
    await order(seen, seen);
    expect((await auditLines())[0]).toBe('change-treatment unchanged: The order of the treatments.');
    // As the page does: up by one place.
    const [before, below] = [seen.slice(0, -2), seen.slice(-2)];
    expect(before).not.toEqual([]);
    await order(seen, [...before, ...below.toReversed()]);
    expect((await auditLines())[0]).toMatch(
      new RegExp(`^change-treatment done: .+ and ${name}: places ${last} and ${last + 1} swapped\\.$`),
    );
    await order([...before, ...below.toReversed()], seen);
  });

  it('is not changed if the list is not the one that was seen', async () => {
    const seen = await idsNow();
    const refused = { status: 409, body: { code: 'LIST_CHANGED' } };
    expect(await order(seen.toReversed(), seen)).toMatchObject(refused);
    const { _id } = await create({ name: 'New' });
    expect(await order(seen, seen.toReversed())).toMatchObject(refused);
    expect(await idsNow()).toEqual([...seen, _id]);
    expect((await order([...seen, _id], seen)).status).toBe(400);
    const many = Array.from({ length: 10_000 }, () => randomUUID());
    expect(await order(many, many.toReversed())).toMatchObject(refused);
  });

  it('of two changes at once, one is made and the other is refused', async () => {
    const seen = await idsNow();
    const wanted = [seen.with(0, seen[1] ?? '').with(1, seen[0] ?? ''), seen.toReversed()];
    const both = await Promise.all(wanted.map((one) => order(seen, one)));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect(wanted).toContainEqual(await idsNow());
  });
});

it('lists which treatments somebody offers, by open options only', async () => {
  const { _id } = await create({ name: 'Offered' });
  const isOffered = async () =>
    ((await app.client().get('/api/treatments')).body as unknown as { _id: string; isOffered: boolean }[]).find(
      (treatment) => treatment._id === _id,
    )?.isOffered;
  expect(await isOffered()).toBe(false);
  await openOption(app.database.db, { treatment: 'Offered', openings: [] });
  expect(await isOffered()).toBe(true);
  await app.database.pool.query('update appointment_options set open = false where treatment_id = $1', [_id]);
  expect(await isOffered()).toBe(false);
});

describe('an existing booking', () => {
  it('keeps its name, length, price and buffer when the treatment changes; new slots use the new values', async () => {
    const treatment = await create({ name: 'Check-up', minutes: 60, bufferMinutes: 30, price: 50 });
    await openOption(app.database.db, {
      treatment: 'Check-up',
      openings: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensMinute: 540, closesMinute: 720 })),
    });
    const slotsOf = async (name: string) => (await optionsOn()).find((option) => option.name === name)?.slots;
    expect(await slotsOf('Check-up')).toEqual(['09:00 AM - 10:00 AM', '10:30 AM - 11:30 AM']);

    const patient = await app.person();
    const booked = await bookAs(patient, {
      appointmentDate: date,
      treatment: 'Check-up',
      slot: '09:00 AM - 10:00 AM',
      price: 50,
    });
    expect(booked.status).toBe(200);
    expect(
      (await change(treatment._id, { name: 'Examination', minutes: 30, bufferMinutes: 0, price: 70 })).status,
    ).toBe(200);

    // The booking's old buffer ends at half past ten.
    expect(await slotsOf('Examination')).toEqual(['10:30 AM - 11:00 AM', '11:00 AM - 11:30 AM', '11:30 AM - 12:00 PM']);
    const { body } = await patient.get(`/api/bookings/${String(booked.body['insertedId'])}`);
    expect(body).toMatchObject({ treatment: 'Check-up', slot: '09:00 AM - 10:00 AM', price: 50 });

    await change(treatment._id, { active: false });
    expect(await slotsOf('Examination')).toBeUndefined();
    expect(await specialties()).not.toContain('Examination');
    expect((await patient.get(`/api/bookings?email=${patient.email}`)).body).toHaveLength(1);
    await change(treatment._id, { active: true });
    expect(await slotsOf('Examination')).toHaveLength(3);
  });

  it('keeps its buffer free: the database refuses an overlapping booking', async () => {
    const { db } = app.database;
    const insert = (startMinute: number, buffer: number) =>
      app.database.pool.query(
        `insert into bookings (id, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, patient_name, email,
           phone, day, start_minute, minutes, buffer_minutes, starts_at, ends_at, price_minor, currency)
         select gen_random_uuid(), $1, $2, $1, $3::uuid, $3::uuid, 'x', 'x', 'x', '', '2030-01-07', $4::int, 30, $5,
           '2030-01-07'::timestamptz + $4::int * interval '1 minute', '2030-01-07'::timestamptz + ($4::int + 30) * interval '1 minute', 0, 'EUR'`,
        [optionId, treatmentId, patients.pop(), startMinute, buffer],
      );
    const { optionId, treatmentId } = await openOption(db, { treatment: 'Buffered' });
    const patients = [admin.id, doctor.id, (await personWith(app)).id];
    await insert(540, 15);
    await expect(insert(580, 0)).rejects.toMatchObject({ constraint: 'no_overlap_in_calendar' });
    await insert(585, 0);
  });
});

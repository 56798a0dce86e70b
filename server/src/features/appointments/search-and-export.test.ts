import type { ClinicAppointment } from '@openhours/contract/appointments.ts';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import * as schema from '../../database/schema/index.ts';
import { bookings, payments, people } from '../../database/schema/index.ts';
import { countAppointments, listAppointments } from './store.ts';

const HOSTILE = '=HYPERLINK("http://example.org";"a, b")\r\n@é😀';

const app = await startTestApp({ environment: { PHONE_COUNTRY: 'DE' } });
const { db } = app.database;
const desk = await personWith(app, { isFrontDesk: true, name: 'Frida Desk' });
const admin = await personWith(app, { isAdmin: true });
const doctor = await personWith(app, { isDoctor: true, name: 'Dora' });
const other = await personWith(app, { isDoctor: true, name: 'Otto' });
const pat = await personWith(app, { name: 'Pat Patient' });
const child = await personWith(app, { name: 'Kim Patient' });
const aunt = await personWith(app, { name: 'Lee Patient' });
await db.update(people).set({ dateOfBirth: '2018-05-04' }).where(eq(people.id, child.id));
await db.update(people).set({ phone: '+12025550143' }).where(eq(people.id, aunt.id));
const opened = async (treatment: string, by: RoledClient) =>
  openOption(db, { treatment, priceMinor: 14_000, doctor: { id: by.id, name: by.name, photo: null } });
const [cardiology, dentistry] = [await opened('Cardiology', doctor), await opened('Dentistry', other)];
const treatments = { cardiology: cardiology.treatmentId, dentistry: dentistry.treatmentId };

const add = async (
  reference: string,
  {
    option = cardiology,
    by = doctor,
    treatedId = pat.id,
    patientName = 'Pat Patient',
    day = '2030-01-07',
    hour = 9,
  } = {},
  more: Partial<typeof bookings.$inferInsert> = {},
) => {
  const startsAt = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  const id = uuidv7();
  await db.insert(bookings).values({
    id,
    reference,
    optionId: option.optionId,
    treatmentId: option.treatmentId,
    calendarId: by.id,
    patientId: pat.id,
    treatedId,
    treatmentName: option === cardiology ? 'Cardiology' : 'Dentistry',
    doctorName: by.name,
    patientName,
    email: pat.email,
    phone: '',
    day,
    startMinute: hour * 60,
    minutes: 30,
    startsAt,
    endsAt: new Date(startsAt.getTime() + 1_800_000),
    priceMinor: 14_000,
    currency: 'USD',
    ...more,
  });
  return id;
};
const first = await add('KKKKKK');
await add('MMMMMM', { option: dentistry, by: other, treatedId: aunt.id, hour: 10 }, { state: 'no-show' });
await add('PPPPPP', { day: '2030-01-08', treatedId: child.id, patientName: 'Kim Patient' }, { phone: '+4930901820' });
await add(
  'XXXXXX',
  { day: '2030-01-09', option: dentistry, by: other, treatedId: aunt.id, patientName: HOSTILE },
  { state: 'cancelled', changeReason: 'A test.' },
);
const money = { amountMinor: 14_000, currency: 'USD', takenMinor: 14_000, takenCurrency: 'USD' };
const at = new Date();
await db.insert(payments).values({
  ...money,
  id: uuidv7(),
  bookingId: first,
  via: 'clinic',
  provider: 'clinic',
  method: 'cash',
  takenBy: desk.id,
  transactionId: 'one',
  state: 'paid',
  paidAt: at,
  settledAt: at,
});

const found = async (query: string, by = desk) => {
  const { status, body } = await by.get(`/api/appointments?${query}`);
  expect(status).toBe(200);
  return (body as unknown as ClinicAppointment[]).map(({ reference }) => reference.slice(0, 1)).join('');
};

it('lists the other appointments of the person treated, the next first and then past ones; to doctors their own', async () => {
  const idOf = async (search: string) =>
    ((await desk.get(`/api/appointments?search=${search}`)).body as unknown as ClinicAppointment[])[0]?._id;
  const others = async (search: string, by = desk) => {
    const { status, body } = await by.get(`/api/appointments/${await idOf(search)}/others`);
    return status === 200
      ? (body as unknown as ClinicAppointment[]).map(({ reference }) => reference.slice(0, 1)).join('')
      : status;
  };
  // Those of the people whom they look after are not theirs.
  expect(await others('KKKKKK')).toBe('');
  expect(await others('PPPPPP')).toBe('');
  expect(await others('MMMMMM')).toBe('X');
  expect(await others('XXXXXX', other)).toBe('M');
  const { db } = app.database;
  const aunt = sql`(select id from people where name = 'Lee Patient')`;
  // Booked for them before they had an account.
  await db.update(bookings).set({ treatedId: pat.id, patientId: aunt }).where(eq(bookings.reference, 'MMMMMM'));
  await db.update(bookings).set({ treatedId: pat.id }).where(eq(bookings.reference, 'XXXXXX'));
  expect(await others('KKKKKK')).toBe('MX');
  expect(await others('KKKKKK', doctor)).toBe('');
  app.clock = new Date('2030-01-08T00:00:00Z');
  const { body } = await desk.get(`/api/appointments/${await idOf('MMMMMM')}/others`);
  expect((body as unknown as ClinicAppointment[]).map(({ reference }) => reference)).toEqual(['XXXXXX', 'KKKKKK']);
  app.clock = new Date('2030-01-10T00:00:00Z');
  expect(await others('KKKKKK')).toBe('XM');
  app.clock = undefined;
  await db
    .update(bookings)
    .set({ treatedId: aunt, patientId: pat.id })
    .where(sql`${bookings.reference} in ('MMMMMM', 'XXXXXX')`);
  expect(await others('KKKKKK', other)).toBe(404);
});

describe('the search over all appointments', () => {
  it('finds by treatment, states, person, doctor, days and words, and by several of them', async () => {
    expect(await found('')).toBe('KMPX');
    expect(await found(`treatment=${treatments.dentistry}`)).toBe('MX');
    expect(await found('state=no-show,cancelled')).toBe('MX');
    expect(await found('state=booked')).toBe('KP');
    expect(await found(`person=${pat.id}`)).toBe('KMPX');
    expect(await found(`doctor=${doctor.id}`)).toBe('KP');
    expect(await found('from=Jan 8, 2030&to=Jan 8, 2030')).toBe('P');
    expect(await found('search=kim')).toBe('P');
    expect(await found('search=mmmmmm')).toBe('M');
    expect(await found(`treatment=${treatments.dentistry}&state=no-show&person=${pat.id}&search=pat`)).toBe('M');
    expect(await found(`treatment=${treatments.cardiology}&state=no-show`)).toBe('');
  });

  it('finds from a minute of the first day on: those that have not ended then, and those of later days', async () => {
    expect(await found('from=Jan 7, 2030&fromMinute=569')).toBe('KMPX');
    expect(await found('from=Jan 7, 2030&fromMinute=570')).toBe('MPX');
    expect(await found('from=Jan 7, 2030&to=Jan 7, 2030&fromMinute=630')).toBe('');
  });

  it('finds those that are still to be paid: not cancelled, not free of charge, without a payment that pays for them', async () => {
    expect(await found('payment=unpaid')).toBe('MP');
    expect(await found('payment=unpaid&state=booked,cancelled')).toBe('P');
    await db.update(bookings).set({ priceMinor: 0 }).where(eq(bookings.reference, 'PPPPPP'));
    expect(await found('payment=unpaid')).toBe('M');
    await db.update(bookings).set({ priceMinor: 14_000 }).where(eq(bookings.reference, 'PPPPPP'));
    await db.update(payments).set({ state: 'on-hold' }).where(eq(payments.bookingId, first));
    expect(await found('payment=unpaid')).toBe('KMP');
    await db.update(payments).set({ state: 'paid' }).where(eq(payments.bookingId, first));
  });

  it.each([
    ['+49 30 901820', 'P'],
    ['0049 (30) 90-18-20', 'P'],
    ['+49 (0)30 901820', 'P'],
    ['030 901820', 'P'],
    ['+49 30 901821', ''],
    // Not given for the appointment, but known of the person.
    ['202-555-0143', 'MX'],
    ['(202) 555', 'MX'],
    ['5550143', 'MX'],
  ])('finds the phone number %s, on the chosen day and later', async (typed, references) => {
    expect(await found(`search=${encodeURIComponent(typed)}`)).toBe(references);
    expect(await found(`from=Jan 8, 2030&search=${encodeURIComponent(typed)}`)).toBe(references.replace('M', ''));
  });

  it('finds a phone number among a doctor’s own appointments only', async () => {
    expect(await found('search=030 901820', other)).toBe('');
    expect(await found('search=030 901820', doctor)).toBe('P');
  });

  it.each(['PPPPPP', 'ppp ppp', 'ppp-ppp', ' pppPPP '])('finds the reference %j', async (typed) => {
    expect(await found(`search=${encodeURIComponent(typed)}`)).toBe('P');
  });

  it('finds a patient by date of birth', async () => {
    expect(await found('search=5/4/2018')).toBe('P');
  });

  it.each(['Patient, Kim 5/4/2018', 'kim 2018', 'May 4, 2018 kim'])('finds %s: all parts together', async (typed) => {
    expect(await found(`search=${encodeURIComponent(typed)}`)).toBe('P');
    expect(await found(`search=${encodeURIComponent(typed.replace(/kim/i, 'otto'))}`)).toBe('');
  });

  it('is counted, also with what is to be paid in each currency; for doctors their own', async () => {
    const counted = async (query: string, by = desk) => (await by.get(`/api/appointments/count?${query}`)).body;
    expect(await counted('')).toEqual({ count: 4, isMore: false });
    const all = { from: undefined, fromMinute: undefined, to: undefined, doctorId: undefined, treatmentId: undefined };
    const anything = { personId: undefined, states: undefined, unpaidOnly: false, search: '', phoneCountry: undefined };
    expect(await countAppointments(db, 3, { ...all, ...anything })).toMatchObject([{ currency: 'USD', count: 3 }]);
    expect(await counted('search=kim')).toEqual({ count: 1, isMore: false });
    const both = { count: 2, isMore: false, toPay: [{ amount: 280, currency: 'USD' }] };
    expect(await counted('payment=unpaid')).toEqual(both);
    expect(await counted('payment=unpaid', doctor)).toEqual({
      count: 1,
      isMore: false,
      toPay: [{ amount: 140, currency: 'USD' }],
    });
    expect(await counted(`doctor=${other.id}`, doctor)).toEqual({ count: 0, isMore: false });
    expect(await counted('payment=unpaid&search=nobody')).toEqual({ count: 0, isMore: false, toPay: [] });
    await db.update(bookings).set({ priceMinor: 6000, currency: 'JPY' }).where(eq(bookings.reference, 'PPPPPP'));
    const toPay = [
      { amount: 6000, currency: 'JPY' },
      { amount: 140, currency: 'USD' },
    ];
    expect(await counted('payment=unpaid')).toEqual({ count: 2, isMore: false, toPay });
    await db.update(bookings).set({ priceMinor: 14_000, currency: 'USD' }).where(eq(bookings.reference, 'PPPPPP'));
  });

  it('pages in order, with the filter', async () => {
    const page = async (query: string) =>
      (await desk.get(`/api/appointments?limit=1&treatment=${treatments.cardiology}${query}`))
        .body as unknown as ClinicAppointment[];
    const [one] = await page('');
    const [two] = await page(`&cursor=${one?._id}`);
    expect([one?.reference, two?.reference]).toEqual(['KKKKKK', 'PPPPPP']);
    expect(await page(`&cursor=${two?._id}`)).toEqual([]);
  });

  it('finds a doctor’s own appointments only', async () => {
    expect(await found('', doctor)).toBe('KP');
    expect(await found(`doctor=${other.id}`, doctor)).toBe('');
    expect(await found(`person=${pat.id}`, other)).toBe('MX');
  });

  it.each([
    'state=booked,paid',
    'state=',
    'treatment=none',
    'person=x',
    'from=2030-13-01',
    'fromMinute=1440',
    'payment=none',
  ])('refuses %s', async (query) => {
    expect((await desk.get(`/api/appointments?${query}`)).status).toBe(400);
  });
});

const exported = async (query = '') => {
  const cookie = [...desk.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${app.url}/api/appointments.csv?${query}`, { headers: { cookie } });
  // Response.text() would remove the byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
  return { answer, text };
};

describe('the exported table', () => {
  it('has the appointments of the filter, with formulas defused', async () => {
    const { answer, text } = await exported('from=Jan 7, 2030');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toContain('appointments.csv');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [head, ...lines] = text.split(/\r\n(?=[KMPX]{6},|$)/);
    expect(head).toBe(
      '\uFEFFReference,Day,Time,Minutes,Doctor,Treatment,Patient,Email,Phone,State,Paid,Price,Currency,Booked at (UTC)',
    );
    const start = [`KKKKKK,2030-01-07,09:00,30,Dora,Cardiology,Pat Patient,${pat.email},,booked,yes,140,USD,`];
    expect(lines[0]).toContain(start[0]);
    expect(lines[1]).toContain(',no-show,no,140,USD,');
    expect(lines[2]).toContain(`Kim Patient,${pat.email},'+49 30 901820,booked,no,`);
    expect(lines[3]).toContain('"\'=HYPERLINK(""http://example.org"";""a, b"")\r\n\'@é😀"');
    expect(lines.slice(4)).toEqual(['']);
  });

  it('is filtered like the list, and the audit log has who exported what, without names', async () => {
    const { text } = await exported(`treatment=${treatments.dentistry}&state=no-show&payment=unpaid&search=pat`);
    expect(text.trim().split('\r\n')).toHaveLength(2);
    const { body } = await admin.get('/api/audit?what=export-appointments&limit=1');
    expect(body).toMatchObject([
      {
        who: { name: 'Frida Desk' },
        detail: `1 appointments: all days; treatment ${treatments.dentistry}; no-show; to be paid; with a search`,
      },
    ]);
  });

  it('leaves no line in the log if it is refused', async () => {
    const lines = async () => (await admin.get('/api/audit?what=export-appointments')).body.length;
    const before = await lines();
    expect((await exported('state=none')).answer.status).toBe(400);
    expect(await lines()).toBe(before);
  });

  it('has all appointments, also while one is moved, and is refused above 50,000', async () => {
    const { db } = app.database;
    // Cancelled, so that no constraint about time applies.
    const copy = (count: number) => sql`
      insert into bookings (id, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, patient_name,
        email, phone, day, start_minute, minutes, starts_at, ends_at, price_minor, currency, state, change_reason)
      select uuidv7(), option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, patient_name, email, phone,
        '2035-01-01', 540, 30, starts_at, ends_at, price_minor, currency, 'cancelled', 'A test.'
      from bookings, generate_series(1, ${count}::int) where reference = 'XXXXXX' on conflict do nothing`;
    await db.execute(copy(4500));
    const { text } = await exported('from=Jan 1, 2035');
    const { rows } = await db.execute<{ count: string }>(sql`select count(*) from bookings where day = '2035-01-01'`);
    const count = Number(rows[0]?.count);
    expect(text.match(/,cancelled,/g)).toHaveLength(count);

    // One of them is moved to the front and to the end of the list again and again.
    const isOver = new AbortController();
    const moving = (async () => {
      for (let minute = 0; !isOver.signal.aborted; minute = 1400 - minute) {
        await db.execute(sql`update bookings set start_minute = ${minute} where id = (
          select id from bookings where day = '2035-01-01' and start_minute in (540, 0, 1400) order by id limit 1)`);
      }
    })();
    for (let time = 0; time < 5; time += 1) {
      expect((await exported('from=Jan 1, 2035')).text.match(/,cancelled,/g)).toHaveLength(count);
    }
    isOver.abort();
    await moving;
    // In parts: on a busy machine, one statement for all would be cut off after ten seconds.
    for (let part = 0; part < 10; part += 1) await db.execute(copy(4650));
    const refused = await exported('from=Jan 1, 2035');
    expect(refused.answer.status).toBe(409);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'TOO_MANY', acknowledged: false });
  });

  it.each([
    ['a phone number', '+49 30 901820', 'bookings_by_phone'],
    ['a reference', 'PPPPPP', 'one_booking_per_reference'],
  ])('leaves the search for %s fast: it reads by index', async (_, search, index) => {
    const { pool } = app.database;
    await pool.query('analyze bookings');
    const asked: { query: string; params: unknown[] }[] = [];
    const logger = { logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }) };
    const all = {
      from: undefined,
      to: undefined,
      fromMinute: undefined,
      doctorId: undefined,
      treatmentId: undefined,
      personId: undefined,
    };
    const wanted = {
      ...all,
      states: undefined,
      unpaidOnly: false,
      search,
      phoneCountry: 'DE',
      limit: 100,
      after: undefined,
    };
    const rows = await listAppointments(drizzle({ client: pool, schema, logger }), wanted);
    expect(rows.map(({ reference }) => reference)).toEqual(['PPPPPP']);
    const { query = '', params } = asked.find((one) => one.query.includes('from "bookings"')) ?? {};
    const plan = JSON.stringify((await pool.query(`explain ${query}`, params)).rows);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on bookings|bookings_in_order/);
  });
});

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
let admin: RoledClient;
let patient: RoledClient;
let doctor: RoledClient;
let treatmentId: string;
let doctors = 0;

beforeAll(async () => {
  app = await startTestApp({ environment: { CLINIC_TIME_ZONE: 'Europe/Berlin' } });
  app.clock = new Date('2026-11-20T09:00:00Z'); // A Friday, ten o'clock in Berlin.
  admin = await personWith(app, { isAdmin: true, name: 'Ada Admin' });
});
afterAll(() => app.close());

const MONDAY = '2026-11-23';
const TUESDAY = '2026-11-24';
const NEXT_MONDAY = '2026-11-30';
/** A Monday that only one test uses. */
const QUIET_MONDAY = '2026-12-14';
const monday = { weekday: 1, from: '09:00', to: '12:00' };
const treatment = () => `Treatment ${doctors}`;

/** A new doctor for each test, who works on Mondays from nine to twelve, with one treatment of an hour. */
beforeEach(async () => {
  doctors += 1;
  doctor = await personWith(app, { isDoctor: true, name: `Dora Doctor ${doctors}` });
  patient = await personWith(app);
  const made = await openOption(app.database.db, {
    treatment: treatment(),
    minutes: 60,
    doctor: { id: doctor.id, name: doctor.name, photo: null },
    openings: [],
  });
  treatmentId = made.treatmentId;
  await save({ weekly: [monday] });
});

const path = () => `/api/doctors/${doctor.id}/hours`;
const send = (body: object, by: RoledClient = admin) => by.request('PUT', path(), { body });
async function save(body: object) {
  const answer = await send(body);
  expect(answer.status).toBe(200);
  return answer.body as unknown as { version: number; keptBookings: number; cancelledBookings: number };
}
async function slotsOn(date: string) {
  const { body } = await app.client().get(`/api/v2/appointmentOptions?date=${mediumDateFromIso(date)}`);
  const options = body as unknown as { name: string; slots: string[]; closure?: string }[];
  return options.find(({ name }) => name === treatment());
}
const startsOn = async (date: string) => (await slotsOn(date))?.slots.map((slot) => slot.slice(0, 8));
async function book(date: string, slot: string, by: RoledClient = patient) {
  const { status, body } = await by.post('/api/bookings', {
    appointmentDate: mediumDateFromIso(date),
    treatment: treatment(),
    slot,
    patient: by.name,
    email: by.email,
    price: 50,
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return String(body['insertedId']);
}
const bookingOf = async (id: string, by: RoledClient = patient) => (await by.get(`/api/bookings/${id}`)).body;
const NINE = '09:00 AM - 10:00 AM';
const TEN = '10:00 AM - 11:00 AM';
const ELEVEN = '11:00 AM - 12:00 PM';

describe("a doctor's hours", () => {
  it('apply as soon as they are saved, with breaks', async () => {
    expect(await startsOn(MONDAY)).toEqual(['09:00 AM', '10:00 AM', '11:00 AM']);
    await save({
      weekly: [
        { ...monday, to: '10:30' },
        { weekday: 1, from: '13:15', to: '24:00' },
      ],
    });
    expect(await startsOn(MONDAY)).toEqual(
      [
        '09:00 AM',
        '01:15 PM',
        '02:15 PM',
        '03:15 PM',
        '04:15 PM',
        '05:15 PM',
        '06:15 PM',
        '07:15 PM',
        '08:15 PM',
      ].concat(['09:15 PM', '10:15 PM']),
    );
    expect(await startsOn(TUESDAY)).toEqual([]);
  });

  it('are returned as saved, to admins and the doctor', async () => {
    const own = { weekday: 2, from: '08:00', to: '09:00', treatmentId };
    const exceptions = [
      { date: MONDAY, off: true },
      { date: TUESDAY, from: '10:00', to: '11:00' },
    ];
    const later = [{ validFrom: '2027-01-04', weekly: [] }];
    const saved = { weekly: [monday, own], exceptions, later };
    await save(saved);
    const { body } = await doctor.get(path());
    expect(body).toEqual({ version: expect.any(Number), timeZone: 'Europe/Berlin', ...saved });
    await save(body);
    expect(await doctor.get(path())).toMatchObject({ body: saved });
  });

  it('for a treatment are the only ones of that treatment', async () => {
    await save({ weekly: [monday, { weekday: 2, from: '08:00', to: '09:00', treatmentId }] });
    expect(await startsOn(MONDAY)).toEqual([]);
    expect(await startsOn(TUESDAY)).toEqual(['08:00 AM']);
  });

  it('apply from their start day; earlier ones apply until then', async () => {
    await save({ weekly: [{ ...monday, to: '10:00' }], validFrom: NEXT_MONDAY });
    expect(await startsOn(MONDAY)).toEqual(['09:00 AM', '10:00 AM', '11:00 AM']);
    expect(await startsOn(NEXT_MONDAY)).toEqual(['09:00 AM']);
    // Fields that are left out do not change: the week that begins later, and the exceptions.
    await save({ weekly: [{ ...monday, to: '11:00' }], exceptions: [{ date: MONDAY, off: true }] });
    await save({ weekly: [{ ...monday, to: '11:00' }] });
    expect(await startsOn(NEXT_MONDAY)).toEqual(['09:00 AM']);
    expect(await startsOn(MONDAY)).toEqual([]);
    await save({ weekly: [monday], later: [], exceptions: [] });
    expect(await startsOn(NEXT_MONDAY)).toEqual(['09:00 AM', '10:00 AM', '11:00 AM']);
    expect(await startsOn(MONDAY)).toEqual(['09:00 AM', '10:00 AM', '11:00 AM']);
  });

  it('of a date replace those of the weekday: off, shorter, and extra', async () => {
    await save({
      weekly: [monday],
      exceptions: [
        { date: MONDAY, off: true },
        { date: NEXT_MONDAY, from: '10:00', to: '11:00' },
        { date: TUESDAY, from: '07:00', to: '08:00' },
      ],
    });
    expect(await startsOn(MONDAY)).toEqual([]);
    expect(await startsOn(NEXT_MONDAY)).toEqual(['10:00 AM']);
    expect(await startsOn(TUESDAY)).toEqual(['07:00 AM']);
  });

  it.each([
    [
      { weekly: [{ weekday: 1, from: '22:00', to: '02:00' }] },
      'weekly.0.to',
      /^Ends before it begins\. Hours cannot run past midnight/,
    ],
    [{ weekly: [{ weekday: 1, from: '09:00', to: '09:00' }] }, 'weekly.0.to', /^Ends before it begins/],
    [{ weekly: [monday, { weekday: 1, from: '11:59', to: '13:00' }] }, 'weekly.1.from', /overlap/],
    [{ weekly: [{ weekday: 8, from: '09:00', to: '10:00' }] }, 'weekly.0.weekday', /Monday/],
    [{ weekly: [{ weekday: 1, from: '9', to: '10:00' }] }, 'weekly.0.from', /'09:00'/],
    [
      {
        weekly: [],
        exceptions: [
          { date: MONDAY, off: true },
          { date: MONDAY, from: '09:00', to: '10:00' },
        ],
      },
      'exceptions.1.date',
      /^Nov 23, 2026 is off/,
    ],
    [{ weekly: [], exceptions: [{ date: MONDAY }] }, 'exceptions.0.from', /either off or has hours/],
    [{ weekly: [], exceptions: [{ date: '2026-02-30', off: true }] }, 'exceptions.0.date', /real day/],
  ])('are refused if invalid: %j', async (body, at, message) => {
    expect(await send(body)).toMatchObject({
      status: 400,
      body: { issues: [{ path: at, message: expect.stringMatching(message) }] },
    });
    expect(await startsOn(MONDAY)).toHaveLength(3);
  });

  it('are refused with an unknown treatment or an outdated version', async () => {
    const unknown = '01890000-0000-7000-8000-000000000000';
    const refused = await send({ weekly: [{ ...monday, treatmentId: unknown }] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'TREATMENT_UNKNOWN' } });

    const { version } = (await admin.get(path())).body as unknown as { version: number };
    const both = await Promise.all(
      [10, 11].map((hour) => send({ weekly: [{ ...monday, to: `${hour}:00` }], version })),
    );
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    const lost = both.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ acknowledged: false, code: 'CHANGED_MEANWHILE', version: version + 1 });
  });

  it('of a new doctor are those of the clinic; after the first save, a new treatment adds none', async () => {
    const fresh = await personWith(app, { isDoctor: true, name: `Fresh Doctor ${doctors}` });
    const open = (specialty: string) =>
      admin.request('PUT', '/api/v2/updateAppointmentOptions', { body: { specialty, doctorName: fresh.name } });
    expect((await open(treatment())).status).toBe(200);
    const hours = async () =>
      ((await fresh.get(`/api/doctors/${fresh.id}/hours`)).body as unknown as { weekly: unknown[] }).weekly;
    expect(await hours()).toHaveLength(7);
    await admin.request('PUT', `/api/doctors/${fresh.id}/hours`, { body: { weekly: [] } });
    await openOption(app.database.db, { treatment: `Second ${doctors}` });
    expect((await open(`Second ${doctors}`)).status).toBe(200);
    expect(await hours()).toEqual([]);
    await admin.request('DELETE', `/api/users/doctor/${fresh.id}`);
  });
});

it('notifies every open page when the timetable changes', async () => {
  const countEvents = async () => {
    const { rows } = await app.database.pool.query(
      `select count(*)::int as events from live_events where event ->> 'type' = 'timetable' and audience is null`,
    );
    return Number(rows[0]?.events);
  };
  const before = await countEvents();
  await save({ weekly: [] });
  const closed = await admin.post('/api/closures', { from: TUESDAY, to: TUESDAY, doctorId: doctor.id, reason: 'Away' });
  await admin.request('DELETE', `/api/closures/${String(closed.body['_id'])}`);
  await admin.request('PUT', '/api/clinic/rules', { body: { maxUnpaidBookings: 11 } });
  await admin.request('PUT', '/api/clinic/rules', { body: { maxUnpaidBookings: 10 } });
  expect((await countEvents()) - before).toBe(5);
});

describe('a change that strands appointments', () => {
  it('is refused until each one is decided, then keeps and cancels them as decided, with an email', async () => {
    const other = await personWith(app);
    const kept = await book(MONDAY, NINE);
    const cancelled = await book(MONDAY, TEN, other);
    await book(MONDAY, ELEVEN, await personWith(app));
    const weekly = [{ ...monday, from: '11:00' }];

    const preview = await doctor.post(`${path()}/preview`, { weekly });
    const refused = await send({ weekly });
    for (const { body } of [preview, refused]) {
      const { bookings } = body as unknown as { bookings: { _id: string; slot: string; patient: string }[] };
      expect(bookings.map(({ _id }) => _id)).toEqual([kept, cancelled]);
      expect(bookings[0]).toMatchObject({ slot: NINE, patient: patient.name });
    }
    expect(refused).toMatchObject({ status: 409, body: { acknowledged: false, code: 'STRANDS_BOOKINGS' } });
    expect((await send({ weekly, bookings: { [kept]: 'keep' } })).status).toBe(409);
    expect(await bookingOf(kept)).toMatchObject({ status: 'confirmed' });
    expect((await admin.get(path())).body).toMatchObject({ weekly: [monday] });

    const mails = app.mails.length;
    const saved = await save({ weekly, bookings: { [kept]: 'keep', [cancelled]: 'cancel' } });
    expect(saved).toMatchObject({ acknowledged: true, keptBookings: 1, cancelledBookings: 1 });
    expect(await bookingOf(kept)).toMatchObject({ status: 'confirmed', slot: NINE });
    expect(await bookingOf(cancelled, other)).toMatchObject({ status: 'cancelled' });
    expect(app.mails.slice(mails)).toMatchObject([
      { to: other.email, text: expect.stringMatching(/Dr\. Dora Doctor \d+ is no longer there at that time/) },
    ]);
    const [line] = (await admin.get('/api/audit?what=change-hours')).body as unknown as object[];
    expect(line).toMatchObject({
      on: { _id: doctor.id },
      outcome: 'done',
      detail: '1 booking kept outside the hours, 1 booking cancelled.',
    });
    // Decided appointments need no second decision.
    await save({ weekly: [], bookings: 'cancel' });
    expect(await bookingOf(kept)).toMatchObject({ status: 'confirmed' });
  });

  it('accepts one decision for all appointments, also in the first call', async () => {
    const ids = [await book(MONDAY, NINE), await book(NEXT_MONDAY, NINE)];
    expect(await save({ weekly: [], bookings: 'keep' })).toMatchObject({ keptBookings: 2, cancelledBookings: 0 });
    for (const id of ids) expect(await bookingOf(id)).toMatchObject({ status: 'confirmed' });
  });

  it('has a preview of four weeks as patients would see them, which changes nothing', async () => {
    await book(MONDAY, NINE);
    const { status, body } = await doctor.post(`${path()}/preview`, {
      weekly: [{ ...monday, to: '11:00' }],
      exceptions: [{ date: NEXT_MONDAY, off: true }],
    });
    expect(status).toBe(200);
    const [option] = body['options'] as { treatment: string; days: { date: string; slots: { slot: string }[] }[] }[];
    expect(option?.days).toHaveLength(28);
    const starts = (date: string) =>
      option?.days.find((day) => day.date === date)?.slots.map(({ slot }) => slot.slice(0, 8));
    expect(starts(MONDAY)).toEqual(['10:00 AM']);
    expect(starts(NEXT_MONDAY)).toEqual([]);
    expect(starts('2026-12-07')).toEqual(['09:00 AM', '10:00 AM']);
    expect(body).toMatchObject({ from: '2026-11-20', bookings: [] });
    expect(await startsOn(NEXT_MONDAY)).toHaveLength(3);
  });
});

describe('closing days', () => {
  const close = (body: object, by: RoledClient = admin) =>
    by.post('/api/closures', { from: MONDAY, to: TUESDAY, reason: 'Moving house', ...body });
  const remove = (id: unknown, by: RoledClient = admin) => by.request('DELETE', `/api/closures/${String(id)}`);

  it("remove a doctor's slots and show patients the reason, until the days are opened again", async () => {
    const { status, body } = await close({ doctorId: doctor.id }, doctor);
    expect(status).toBe(200);
    expect(body).toMatchObject({ acknowledged: true, from: MONDAY, to: TUESDAY, doctorName: doctor.name });
    expect(await slotsOn(MONDAY)).toMatchObject({ slots: [], closure: 'Moving house' });
    expect(await startsOn(NEXT_MONDAY)).toHaveLength(3);
    expect(await close({ doctorId: doctor.id })).toMatchObject({ status: 409, body: { code: 'ALREADY_CLOSED' } });

    const listed = async (by: { get: RoledClient['get'] }) =>
      ((await by.get('/api/closures')).body as unknown as { _id: string }[]).map(({ _id }) => _id);
    expect(await listed(doctor)).toEqual([body['_id']]);
    expect(await listed(app.client())).toEqual([]);
    const stranger = await personWith(app, { isDoctor: true });
    expect((await remove(body['_id'], stranger)).status).toBe(404);
    expect(await remove(body['_id'], doctor)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect((await remove(body['_id'], doctor)).status).toBe(404);
    expect(await startsOn(MONDAY)).toHaveLength(3);
  });

  it('of the whole clinic can be set by admins only, and apply to every doctor', async () => {
    const days = { from: QUIET_MONDAY, to: QUIET_MONDAY };
    expect((await close(days, doctor)).status).toBe(403);
    const id = await book(QUIET_MONDAY, NINE);
    const preview = await admin.post('/api/closures/preview', days);
    expect(preview.body['bookings']).toMatchObject([{ _id: id }]);
    expect(await close(days)).toMatchObject({
      status: 409,
      body: { code: 'STRANDS_BOOKINGS', bookings: [{ _id: id }] },
    });
    const { body } = await close({ ...days, bookings: 'cancel' });
    expect(body).toMatchObject({ cancelledBookings: 1, keptBookings: 0 });
    expect(await bookingOf(id)).toMatchObject({
      status: 'cancelled',
      cancelReason: 'The clinic is closed on that day (Moving house). Please book another appointment.',
    });
    expect((await app.client().get('/api/closures')).body).toMatchObject([{ reason: 'Moving house' }]);
    expect((await remove(body['_id'], doctor)).status).toBe(403);
    const found = (await app.client().get(`/api/availability?from=${QUIET_MONDAY}&days=1`)).body;
    expect(found['options']).toContainEqual(
      expect.objectContaining({
        treatment: treatment(),
        days: [{ date: QUIET_MONDAY, status: 'day-off', slots: [], closure: 'Moving house' }],
      }),
    );
    await remove(body['_id']);
  });

  it.each([
    [{ from: TUESDAY, to: MONDAY }, 400, 'Ends before it begins.'],
    [{ reason: ' ' }, 400, 'Give a reason. Patients can read it.'],
    [{ from: '2026-11-01', to: '2026-11-19' }, 409, 'These days are over.'],
    [{ doctorId: '01890000-0000-7000-8000-000000000000' }, 404, 'There is nothing here.'],
  ])('are refused for %j', async (body, status, message) => {
    expect(await close(body)).toMatchObject({ status, body: { message } });
  });

  it('can be chosen from the public holidays of a country; listing those closes nothing', async () => {
    const ask = async (query: string) => (await doctor.get(`/api/closures/holidays${query}`)).body;
    const { country, holidays } = await ask('');
    expect(country).toBe('DE');
    expect(holidays).toContainEqual({ date: '2026-12-25', name: '1. Weihnachtstag' });
    expect((await ask('?year=2027&state=BY'))['holidays']).toContainEqual({
      date: '2027-01-06',
      name: expect.any(String),
    });
    expect(holidays).not.toContainEqual({ date: '2026-01-06', name: expect.any(String) });
    expect((await doctor.get('/api/closures/holidays?country=ZZ')).status).toBe(404);
    expect((await admin.get('/api/closures')).body).toEqual([]);
  });
});

describe("the clinic's hours", () => {
  const put = (body: object) => admin.request('PUT', '/api/clinic/hours', { body });
  // Keeps the appointments of other tests.
  const open = async (weekly: object[]) => expect((await put({ weekly, bookings: 'keep' })).status).toBe(200);
  afterEach(() => open([]));

  it("limit every doctor's hours", async () => {
    await open([
      { weekday: 1, from: '10:00', to: '18:00' },
      { weekday: 2, from: '08:00', to: '09:00' },
    ]);
    expect((await app.client().get('/api/clinic/hours')).body['weekly']).toHaveLength(2);
    expect(await startsOn(MONDAY)).toEqual(['10:00 AM', '11:00 AM']);
    await open([]);
    expect(await startsOn(MONDAY)).toHaveLength(3);
  });

  it('need a decision about appointments outside them; adjacent intervals count as one', async () => {
    const id = await book(QUIET_MONDAY, TEN);
    const touching = [monday, { weekday: 1, from: '12:00', to: '13:00' }, { weekday: 1, from: '08:00', to: '09:00' }];
    await open(touching);
    expect(await startsOn(QUIET_MONDAY)).toEqual(['09:00 AM', '11:00 AM']);
    const weekly = [{ weekday: 1, from: '10:30', to: '13:00' }];
    const preview = await admin.post('/api/clinic/hours/preview', { weekly });
    const refused = await put({ weekly });
    expect(refused).toMatchObject({ status: 409, body: { code: 'STRANDS_BOOKINGS' } });
    for (const { body } of [preview, refused])
      expect(body['bookings']).toContainEqual(expect.objectContaining({ _id: id }));
    expect((await put({ weekly, bookings: 'cancel' })).body).toMatchObject({ acknowledged: true });
    expect(await bookingOf(id)).toMatchObject({ cancelReason: expect.stringMatching(/^The clinic is no longer open/) });
    const { version } = (await app.client().get('/api/clinic/hours')).body as unknown as { version: number };
    expect(await put({ weekly, version: version - 1 })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', version },
    });
  });

  it('are the initial hours of a new doctor', async () => {
    await open([{ weekday: 3, from: '10:00', to: '18:00' }]);
    const fresh = await personWith(app, { isDoctor: true, name: `New Doctor ${doctors}` });
    const body = { specialty: treatment(), doctorName: fresh.name };
    expect((await admin.request('PUT', '/api/v2/updateAppointmentOptions', { body })).status).toBe(200);
    const hours = (await fresh.get(`/api/doctors/${fresh.id}/hours`)).body;
    expect(hours['weekly']).toEqual([{ weekday: 3, from: '10:00', to: '18:00' }]);
    await admin.request('DELETE', `/api/users/doctor/${fresh.id}`);
  });
});

describe('the rules of the clinic', () => {
  const rule = async (body: object) => {
    const answer = await admin.request('PUT', '/api/clinic/rules', { body });
    expect(answer.status).toBe(200);
    return answer.body as unknown as { version: number };
  };

  it('are initially those of the settings, and apply as soon as they are saved', async () => {
    const { body } = await app.client().get('/api/clinic/rules');
    expect(body).toEqual({
      version: expect.any(Number),
      leastNoticeMinutes: 0,
      horizonDays: 180,
      maxUnpaidBookings: 10,
      payment: 'at-clinic',
      freeCancellationHours: 0,
    });
    await rule({ leastNoticeMinutes: 3 * 1440 - 30 });
    // Monday 09:30 is less than three days ahead, Monday 10:00 is not.
    expect(await startsOn(MONDAY)).toEqual(['10:00 AM', '11:00 AM']);
    const refused = await patient.post('/api/bookings', {
      appointmentDate: mediumDateFromIso(MONDAY),
      treatment: treatment(),
      slot: NINE,
      patient: patient.name,
      email: patient.email,
      price: 50,
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'TOO_SHORT_NOTICE', nearest: [{ slot: TEN }, { slot: ELEVEN }, { slot: NINE }] },
    });
    await rule({ leastNoticeMinutes: 0, horizonDays: 4 });
    expect(await startsOn(MONDAY)).toHaveLength(3);
    expect(await startsOn(NEXT_MONDAY)).toEqual([]);
    await rule({ horizonDays: 180 });
  });

  it('of an existing booking do not change', async () => {
    await rule({ payment: 'at-booking', freeCancellationHours: 24 });
    const id = await book(MONDAY, NINE);
    await rule({ payment: 'at-clinic', freeCancellationHours: 0 });
    const { rows } = await app.database.pool.query(
      'select payment, free_cancellation_hours as hours from bookings where id = $1',
      [id],
    );
    expect(rows).toEqual([{ payment: 'at-booking', hours: 24 }]);
  });

  it('can be saved once per version: the second of two admins is refused', async () => {
    const { version } = (await admin.get('/api/clinic/rules')).body as unknown as { version: number };
    const put = (maxUnpaidBookings: number) =>
      admin.request('PUT', '/api/clinic/rules', { body: { maxUnpaidBookings, version } });
    const both = await Promise.all([put(3), put(4)]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    const [line] = (await admin.get('/api/audit?what=change-rules')).body as unknown as object[];
    expect(line).toMatchObject({ detail: expect.stringMatching(/^unpaid appointments from 10 to [34]\.$/) });
    await rule({ maxUnpaidBookings: 10 });
  });

  it.each([{ horizonDays: 0 }, { horizonDays: 731 }, { leastNoticeMinutes: -1 }, { payment: 'never' }])(
    'are refused for %j',
    async (body) => {
      expect((await admin.request('PUT', '/api/clinic/rules', { body })).status).toBe(400);
    },
  );
});

import type { Agenda, AgendaAppointment } from '@openhours/contract/agenda.ts';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

let app: TestApp;
let desk: RoledClient;
let dora: RoledClient;
let dan: RoledClient;
let patient: TestClient;
let optionId: string;
let treatmentId: string;

beforeAll(async () => {
  app = await startTestApp({ environment: { PHONE_COUNTRY: 'DE' } });
  app.clock = new Date('2024-01-05T10:05:00Z');
  const { db } = app.database;
  desk = await personWith(app, { isFrontDesk: true });
  dora = await personWith(app, { isDoctor: true, name: 'Dora Doctor' });
  dan = await personWith(app, { isDoctor: true, name: 'Dan Dentist' });
  patient = await app.person();
  const openings = [
    { weekday: 1, opensMinute: 540, closesMinute: 600 },
    { weekday: 1, opensMinute: 660, closesMinute: 720 },
  ];
  const doctor = { id: dora.id, name: 'Dora Doctor', photo: null };
  ({ optionId, treatmentId } = await openOption(db, { treatment: 'Cardiology', doctor, openings }));
  await openOption(db, { treatment: 'Dental Care', doctor: { id: dan.id, name: 'Dan Dentist', photo: null } });
  await openOption(db, { treatment: 'General', minutes: 20 });
});
afterAll(() => app.close());

const MONDAY = '2024-01-08';
async function agendaFor(by: TestClient, query = `from=${MONDAY}&to=${MONDAY}`): Promise<Agenda> {
  const { status, body } = await by.get(`/api/agenda?${query}`);
  expect(status).toBe(200);
  return body as unknown as Agenda;
}
const dayOf = (agenda: Agenda, calendarId: string, date = MONDAY) =>
  agenda.days.find((day) => day.calendarId === calendarId && day.date === date);
async function book(slot: string, by = patient, more: object = {}): Promise<string> {
  return bookedAs(by, {
    appointmentDate: 'Jan 8, 2024',
    treatment: 'Cardiology',
    price: 50,
    optionId,
    slot,
    ...more,
  });
}

describe('the agenda', () => {
  it('shows hours, appointments, blocks, holds and what is free', async () => {
    const bookingId = await book('09:00 AM - 09:30 AM', patient, { phone: '030 901820', visitReason: 'A cough' });
    const at = (time: string) => `2024-01-08T${time}:00Z`;
    await app.database.db.execute(sql`insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at,
      busy_until, reason) values
      (${uuidv7()}, 'block', ${dora.id}, ${MONDAY}, 660, ${at('11:00')}, ${at('11:30')}, 'Meeting')`);
    const hold = (minute: number, time: string, until: string, holder: string) =>
      app.database.db.execute(sql`insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at,
        busy_until, expires_at, holder_id, option_id) values (${uuidv7()}, 'hold', ${dora.id}, ${MONDAY}, ${minute},
        ${at(time)}, ${at(time)}::timestamptz + interval '30 minutes', ${until}, ${holder}, ${optionId})`);
    await hold(570, '09:30', '2024-01-05T10:06:00Z', desk.id);

    const agenda = await agendaFor(desk);
    expect(agenda.calendars.map(({ doctorName, options }) => [doctorName, options[0]?.treatment])).toEqual([
      ['Dan Dentist', 'Dental Care'],
      ['Dora Doctor', 'Cardiology'],
      [undefined, 'General'],
    ]);
    expect(dayOf(agenda, dora.id)).toEqual({
      calendarId: dora.id,
      date: MONDAY,
      closed: [],
      hours: [
        { startMinute: 540, minutes: 60 },
        { startMinute: 660, minutes: 60 },
      ],
      appointments: [
        expect.objectContaining({
          _id: bookingId,
          startMinute: 540,
          minutes: 30,
          patient: patient.name,
          phone: '+49 30 901820',
          visitReason: 'A cough',
          isNew: true,
          treatment: 'Cardiology',
          colour: null,
          price: 50,
          currency: 'USD',
          paid: false,
          state: 'booked',
          version: 1,
          can: { cancel: true, move: true, takePayment: true, become: [] },
        } satisfies Partial<AgendaAppointment>),
      ],
      blocks: [{ _id: expect.any(String), startMinute: 660, minutes: 30, reason: 'Meeting' }],
      held: [{ startMinute: 570, minutes: 30 }],
      offered: [],
      free: [{ optionId, startMinutes: [690] }],
    });
    expect(dayOf(agenda, dan.id)?.free).toEqual([{ optionId: expect.any(String), startMinutes: expect.any(Array) }]);
    expect(dayOf(agenda, dan.id)?.free[0]?.startMinutes).toHaveLength(16);

    // A minute later the hold has ended, although nobody has deleted it.
    app.clock = new Date('2024-01-05T10:06:30Z');
    const later = dayOf(await agendaFor(desk), dora.id);
    expect(later?.held).toEqual([]);
  });

  it('marks patients who were never treated here, and shows no cancelled appointments', async () => {
    const [first] = dayOf(await agendaFor(dora), dora.id)?.appointments ?? [];
    expect(first?.isNew).toBe(true);
    const { rows } = await app.database.db.execute(sql`select patient_id as id from bookings where id = ${first?._id}`);
    await app.database.db.execute(sql`insert into bookings (id, option_id, treatment_id, calendar_id, patient_id,
      treated_id, treatment_name, patient_name, email, phone, day, start_minute, minutes, starts_at, ends_at,
      price_minor, currency, state)
      select ${uuidv7()}, option_id, treatment_id, calendar_id, patient_id, ${rows[0]?.['id']}, treatment_name,
        patient_name, email, phone, '2024-01-01', 540, 30, '2024-01-01T09:00Z', '2024-01-01T09:30Z', 0, 'USD', 'done'
      from bookings where id = ${first?._id}`);
    expect(dayOf(await agendaFor(dora), dora.id)?.appointments[0]?.isNew).toBe(false);
    await app.database.db.execute(sql`update bookings set state = 'cancelled', change_reason = 'A test.'
      where id = ${first?._id}`);
    const after = dayOf(await agendaFor(dora), dora.id);
    expect(after?.appointments).toEqual([]);
    expect(after?.free[0]?.startMinutes).toContain(540);
  });

  it('has no hours on a closing day, and says when the clinic is closed and when the doctor is away', async () => {
    await app.database.db.execute(sql`insert into closures (id, first_day, last_day, calendar_id, reason)
      values (${uuidv7()}, '2024-01-15', '2024-01-15', ${dora.id}, 'A course')`);
    await app.database.db.execute(sql`insert into closures (id, first_day, from_minute, last_day, to_minute, reason)
      values (${uuidv7()}, '2024-01-15', 600, '2024-01-16', 540, 'Moving house')`);
    const agenda = await agendaFor(desk, 'from=2024-01-14&to=2024-01-16');
    const closed = [{ startMinute: 600, minutes: 840, reason: 'Moving house', whose: 'clinic' }];
    const away = [{ startMinute: 0, minutes: 1440, reason: 'A course', whose: 'doctor' }];
    expect(dayOf(agenda, dora.id, '2024-01-15')).toMatchObject({ hours: [], closed: [...away, ...closed], free: [] });
    expect(dayOf(agenda, dan.id, '2024-01-14')).toMatchObject({ closed: [] });
    expect(dayOf(agenda, dan.id, '2024-01-15')).toMatchObject({ closed });
    expect(dayOf(agenda, dan.id, '2024-01-16')).toMatchObject({ closed: [{ startMinute: 0, minutes: 540 }] });
    expect(agenda.days).toHaveLength(9);
  });

  it('of a doctor is their own; of the front desk all, or the one asked for', async () => {
    const own = await agendaFor(dora);
    expect(own.calendars.map(({ _id }) => _id)).toEqual([dora.id]);
    expect(await agendaFor(dora, `from=${MONDAY}&to=${MONDAY}&doctor=${dora.id}`)).toEqual(own);
    const refused = await dora.get(`/api/agenda?from=${MONDAY}&to=${MONDAY}&doctor=${dan.id}`);
    expect(refused.status).toBe(404);
    // A doctor without a treatment yet has an empty agenda.
    const newcomer = await personWith(app, { isDoctor: true });
    expect((await agendaFor(newcomer, `from=${MONDAY}&to=${MONDAY}&doctor=${newcomer.id}`)).calendars).toEqual([]);
    const one = await agendaFor(desk, `from=${MONDAY}&to=${MONDAY}&doctor=${dan.id}`);
    expect(one.calendars.map(({ _id }) => _id)).toEqual([dan.id]);
    const unknown = await desk.get(`/api/agenda?from=${MONDAY}&to=${MONDAY}&doctor=${uuidv7()}`);
    expect(unknown.status).toBe(404);
  });

  it('of a treatment are the calendars in which it is booked', async () => {
    const of = (treatment: string) => agendaFor(desk, `from=${MONDAY}&to=${MONDAY}&treatment=${treatment}`);
    const { calendars, days } = await of(treatmentId);
    expect(calendars.map(({ _id }) => _id)).toEqual([dora.id]);
    expect(days.map(({ calendarId }) => calendarId)).toEqual([dora.id]);
    expect(await of(uuidv7())).toEqual({ calendars: [], days: [] });
  });

  it.each(['from=2024-01-08&to=2024-01-15', 'from=2024-01-08&to=2024-01-07', 'from=2024-02-30&to=2024-03-01'])(
    'is refused for %s',
    async (query) => {
      expect((await desk.get(`/api/agenda?${query}`)).status).toBe(400);
    },
  );
});

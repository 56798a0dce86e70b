import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const app = await startTestApp({ environment: { CLINIC_TIME_ZONE: 'America/New_York', BOOKING_HORIZON_DAYS: '10' } });
const { db } = app.database;
await openOption(db, { treatment: 'Dental Care', minutes: 240 });
await openOption(db, {
  treatment: 'Cardiology',
  priceMinor: 14050,
  doctor: { id: null, name: 'Maya Lindqvist', photo: '/portraits/maya.svg' },
  // Mondays only, with a break.
  openings: [
    { weekday: 1, opensMinute: 13 * 60, closesMinute: 14 * 60 },
    { weekday: 1, opensMinute: 9 * 60, closesMinute: 10 * 60 },
  ],
});

beforeEach(() => {
  app.clock = new Date('2024-01-05T14:30:00Z'); // 09:30 in New York, a Friday
});

interface Option {
  name: string;
  slots: string[];
}
const options = async (date: string) =>
  (await app.client().get(`/api/v2/appointmentOptions?date=${encodeURIComponent(date)}`)).body as unknown as Option[];
const slots = async (date: string) =>
  Object.fromEntries((await options(date)).map((option) => [option.name, option.slots]));

describe('the options of a day', () => {
  it('have the slots of the opening hours, in order of time, with doctor, photo and price', async () => {
    expect(await options('Jan 8, 2024')).toEqual([
      {
        _id: expect.any(String),
        name: 'Cardiology',
        price: 140.5,
        currency: 'USD',
        minutes: 30,
        slots: ['09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM', '01:00 PM - 01:30 PM', '01:30 PM - 02:00 PM'],
        doctorName: 'Maya Lindqvist',
        doctorPhoto: '/portraits/maya.svg',
      },
      {
        _id: expect.any(String),
        name: 'Dental Care',
        price: 50,
        currency: 'USD',
        minutes: 240,
        slots: ['09:00 AM - 01:00 PM', '01:00 PM - 05:00 PM'],
      },
    ]);
  });

  it("leave out today's slots that have begun, by the clinic's clock", async () => {
    expect(await slots('Jan 5, 2024')).toEqual({ Cardiology: [], 'Dental Care': ['01:00 PM - 05:00 PM'] });
    app.clock = new Date('2024-01-05T18:00:00Z');
    expect(await slots('Jan 5, 2024')).toEqual({ Cardiology: [], 'Dental Care': [] });
  });

  it('have no slots on a day that is past or beyond the horizon', async () => {
    for (const date of ['Jan 4, 2024', 'Jan 15, 2024']) {
      expect(await slots(date)).toEqual({ Cardiology: [], 'Dental Care': [] });
    }
    expect((await slots('Jan 14, 2024'))['Dental Care']).toHaveLength(2);
  });

  it.each(['2024-01-05', 'jan 5, 2024', 'Feb 30, 2024', 'Jan 05, 2024', ''])(
    'refuse the invalid date %j with 400',
    async (date) => {
      const answer = await app.client().get(`/api/v2/appointmentOptions?date=${encodeURIComponent(date)}`);
      expect(answer.status).toBe(400);
      expect(answer.body['message']).toBe("The date must be a real day from 1900 to 2999, like 'Jan 5, 2024'.");
    },
  );

  it('read taken slots by index, so that past bookings do not make them slower', async () => {
    const { db } = app.database;
    const { optionId, treatmentId } = await openOption(db, { treatment: 'Dental Care' });
    const person = await app.person();
    await db.execute(sql`
      insert into bookings (id, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, patient_name, email,
                            phone, day, start_minute, minutes, starts_at, ends_at, price_minor, currency)
      select gen_random_uuid(), ${optionId}, ${treatmentId}, ${optionId}, p.id, p.id,
             'Dental Care', 'x', 'x', '', d::date, 540, 30, d + interval '9 hours', d + interval '570 minutes', 0, 'USD'
      from generate_series('2010-01-01'::timestamptz, '2023-12-31', '1 day') d, people p
      where p.email = ${person.email} on conflict (reference) do nothing`);
    // Also before PostgreSQL has statistics, when it underestimates large tables.
    for (const counted of [false, true]) {
      if (counted) await db.execute(sql`analyze busy_times`);
      const { rows } = await db.execute(sql`
        explain (format json) select calendar_id, json_agg(starts_at) from busy_times
        where day = any('{2024-01-08}') group by calendar_id`);
      const plan = JSON.stringify(rows);
      expect(plan).toMatch(/"Index Name":"one_busy_time_per_slot".*"Index Cond":"\(day = /);
      expect(plan).not.toMatch(/Seq Scan/);
    }
    await db.execute(sql`update appointment_options set open = false where id = ${optionId}`);
  });
});

describe('the days that can be booked', () => {
  it('run from today to the horizon with their number of free slots, without closed days', async () => {
    const { body } = await app.client().get('/api/v2/appointmentDays');
    expect(body).toEqual([
      { date: 'Jan 5, 2024', spaces: 1 },
      { date: 'Jan 6, 2024', spaces: 2 },
      { date: 'Jan 7, 2024', spaces: 2 },
      { date: 'Jan 8, 2024', spaces: 6 },
      { date: 'Jan 9, 2024', spaces: 2 },
      { date: 'Jan 10, 2024', spaces: 2 },
      { date: 'Jan 11, 2024', spaces: 2 },
      { date: 'Jan 12, 2024', spaces: 2 },
      { date: 'Jan 13, 2024', spaces: 2 },
      { date: 'Jan 14, 2024', spaces: 2 },
    ]);
  });

  it('agree with the options of each day', async () => {
    const { body } = await app.client().get('/api/v2/appointmentDays');
    for (const { date, spaces } of body as unknown as { date: string; spaces: number }[]) {
      const free = (await options(date)).reduce((sum, option) => sum + option.slots.length, 0);
      expect({ date, spaces }).toEqual({ date, spaces: free });
    }
  });
});

it('lists the specialties by name', async () => {
  const { body } = await app.client().get('/api/appointmentSpecialty');
  expect(body).toEqual([
    { _id: expect.any(String), name: 'Cardiology' },
    { _id: expect.any(String), name: 'Dental Care' },
  ]);
});

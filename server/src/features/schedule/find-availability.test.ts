import { beforeEach, describe, expect, it } from 'vitest';
import { bookAs, bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { addInitialHours } from './timetable-store.ts';

const app = await startTestApp({ environment: { CLINIC_TIME_ZONE: 'America/New_York', BOOKING_HORIZON_DAYS: '40' } });
const { db } = app.database;
const doctor = await app.person({ name: 'Maya Lindqvist' });
const doctorId = await idOf(doctor);
const cardiology = await openOption(db, {
  treatment: 'Cardiology',
  priceMinor: 14050,
  minutes: 60,
  doctor: { id: doctorId, name: 'Maya Lindqvist', photo: '/portraits/maya.svg' },
  // Mondays and Fridays, two slots each.
  openings: [1, 5].map((weekday) => ({ weekday, opensMinute: 9 * 60, closesMinute: 11 * 60 })),
});
const general = await openOption(db, { treatment: 'General', minutes: 240 });
const patient = await app.person();

beforeEach(() => {
  app.clock = new Date('2024-01-05T14:30:00Z'); // 09:30 in New York, a Friday
});

async function idOf(client: TestClient): Promise<string> {
  return ((await client.get('/api/session')).body['user'] as { uid: string }).uid;
}

interface Slot {
  slot: string;
  startsAt: string;
}
interface Option {
  optionId: string;
  treatment: string;
  days: { date: string; status: string; slots: Slot[] }[];
  nextFree: (Slot & { date: string }) | null;
}
interface Answer {
  from: string;
  lastBookableDate: string;
  options: Option[];
  nextCursor: string | null;
}
async function ask(query = ''): Promise<Answer> {
  const { status, body } = await app.client().get(`/api/availability${query}`);
  expect(status).toBe(200);
  return body as unknown as Answer;
}
const book = (appointmentDate: string, slot: string, wanted: { treatment: string; price: number }) =>
  bookedAs(patient, { appointmentDate, slot, ...wanted });
const cardiologyPrice = { treatment: 'Cardiology', price: 140.5 };
const statuses = ({ days }: Option) => days.map(({ status }) => status);

describe('the availability of the next days', () => {
  it('is public, per option, with the doctor, price, currency and the instant of each slot', async () => {
    expect(await ask('?days=2')).toEqual({
      from: '2024-01-05',
      timeZone: 'America/New_York',
      lastBookableDate: '2024-02-13',
      nextCursor: null,
      options: [
        {
          optionId: cardiology.optionId,
          specialtyId: cardiology.treatmentId,
          treatment: 'Cardiology',
          doctor: { slug: 'maya-lindqvist', name: 'Maya Lindqvist', photoURL: '/portraits/maya.svg' },
          price: 140.5,
          currency: 'USD',
          minutes: 60,
          days: [
            {
              date: '2024-01-05',
              status: 'free',
              slots: [{ slot: '10:00 AM - 11:00 AM', startsAt: '2024-01-05T15:00:00.000Z' }],
            },
            { date: '2024-01-06', status: 'day-off', slots: [] },
          ],
          nextFree: { date: '2024-01-05', slot: '10:00 AM - 11:00 AM', startsAt: '2024-01-05T15:00:00.000Z' },
        },
        {
          optionId: general.optionId,
          specialtyId: general.treatmentId,
          treatment: 'General',
          price: 50,
          currency: 'USD',
          minutes: 240,
          days: [
            {
              date: '2024-01-05',
              status: 'free',
              slots: [{ slot: '01:00 PM - 05:00 PM', startsAt: '2024-01-05T18:00:00.000Z' }],
            },
            { date: '2024-01-06', status: 'free', slots: expect.any(Array) },
          ],
          nextFree: { date: '2024-01-05', slot: '01:00 PM - 05:00 PM', startsAt: '2024-01-05T18:00:00.000Z' },
        },
      ],
    });
  });

  it('distinguishes days off, past days, full days and days that cannot be booked yet', async () => {
    await book('Jan 8, 2024', '09:00 AM - 10:00 AM', cardiologyPrice);
    const other = await app.person();
    const request = { appointmentDate: 'Jan 8, 2024', slot: '10:00 AM - 11:00 AM', ...cardiologyPrice };
    await bookAs(other, request);
    const [first] = (await ask(`?option=${cardiology.optionId}&from=2024-01-04&days=6`)).options;
    expect(first && statuses(first)).toEqual(['past', 'free', 'day-off', 'day-off', 'full', 'day-off']);
    const [late] = (await ask(`?option=${cardiology.optionId}&from=2024-02-12&days=5`)).options;
    expect(late && statuses(late)).toEqual(['free', 'day-off', 'beyond-horizon', 'beyond-horizon', 'beyond-horizon']);
    app.clock = new Date('2024-01-05T15:00:00Z');
    const [begun] = (await ask(`?option=${cardiology.optionId}&days=1`)).options;
    expect(begun && statuses(begun)).toEqual(['past']);
  });

  it('names the next free slot after the requested days, if there is one up to the horizon', async () => {
    const [full] = (await ask(`?option=${cardiology.optionId}&from=2024-01-08&days=1`)).options;
    expect(full).toMatchObject({
      days: [{ status: 'full' }],
      nextFree: { date: '2024-01-12', slot: '09:00 AM - 10:00 AM', startsAt: '2024-01-12T14:00:00.000Z' },
    });
    const [past] = (await ask(`?option=${cardiology.optionId}&from=2020-01-01&days=3`)).options;
    expect(past?.nextFree?.date).toBe('2024-01-05');
    const [beyond] = (await ask(`?option=${cardiology.optionId}&from=2024-03-01&days=3`)).options;
    expect(beyond?.nextFree).toBeNull();
  });

  it('searches for the next free slot over months, up to the last day of the horizon', async () => {
    const rare = await openOption(app.database.db, { treatment: 'Rare', openings: [] });
    const [never] = (await ask(`?option=${rare.optionId}`)).options;
    expect(never?.nextFree).toBeNull();
    const tuesday = { weekday: 2, opensMinute: 540, closesMinute: 570, treatmentId: null };
    await addInitialHours(app.database.db, { calendarId: rare.optionId, hours: [tuesday] });
    const tuesdays = ['Jan 9, 2024', 'Jan 16, 2024', 'Jan 23, 2024', 'Jan 30, 2024', 'Feb 6, 2024'];
    const wanted = { treatment: 'Rare', price: 50 };
    for (const day of tuesdays) await book(day, '09:00 AM - 09:30 AM', wanted);
    const [found] = (await ask(`?option=${rare.optionId}&days=1`)).options;
    expect(found?.nextFree?.date).toBe('2024-02-13');
    await book('Feb 13, 2024', '09:00 AM - 09:30 AM', wanted);
    const [none] = (await ask(`?option=${rare.optionId}&days=1`)).options;
    expect(none?.nextFree).toBeNull();
    await app.database.pool.query('update appointment_options set open = false where id = $1', [rare.optionId]);
  });

  it('has the same slots as the listing of each day', async () => {
    const { options } = await ask('?from=2024-01-05&days=14');
    for (let day = 5; day <= 18; day += 1) {
      const listing = (await app.client().get(`/api/v2/appointmentOptions?date=Jan%20${day},%202024`))
        .body as unknown as { _id: string; slots: string[] }[];
      const ours = options.map(({ optionId, days }) => ({
        _id: optionId,
        slots: days[day - 5]?.slots.map(({ slot }) => slot),
      }));
      expect(ours).toEqual(listing.map(({ _id, slots }) => ({ _id, slots })));
    }
  });

  it('can be filtered by specialty or doctor, and is paged', async () => {
    const names = async (query: string) => (await ask(query)).options.map(({ treatment }) => treatment);
    expect(await names(`?specialty=${general.treatmentId}`)).toEqual(['General']);
    expect(await names('?doctor=maya-lindqvist')).toEqual(['Cardiology']);
    expect(await names('?doctor=nobody')).toEqual([]);
    expect(await names('?search=lindqvíst%20CARDIO')).toEqual(['Cardiology']);
    expect(await names('?search=dr.')).toEqual(['Cardiology']);
    expect(await names('?search=on%20duty')).toEqual(['General']);
    expect(await names('?search=maya%20general')).toEqual([]);
    // No wildcards.
    expect(await names('?search=%25')).toEqual([]);
    const first = await ask('?limit=1');
    expect(first.options.map(({ treatment }) => treatment)).toEqual(['Cardiology']);
    const second = await ask(`?limit=1&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ options: [{ treatment: 'General' }], nextCursor: null });
  });

  it.each([
    ['from=Jan 5, 2024', "The date must be a real day from 1900 to 2999, like '2026-11-23'."],
    ['from=2024-02-30', "The date must be a real day from 1900 to 2999, like '2026-11-23'."],
    ['from=9999-12-31', "The date must be a real day from 1900 to 2999, like '2026-11-23'."],
    ['days=15', 'days must be at most 14.'],
    ['days=0', 'days must be at least 1.'],
    ['limit=51', 'limit must be at most 50.'],
    ['option=1', 'option must be a UUID.'],
    ['specialty=x', 'specialty must be a UUID.'],
    ['cursor=x', 'cursor must be a UUID.'],
  ])('refuses %s with 400 and a message', async (query, message) => {
    const answer = await app.client().get(`/api/availability?${encodeURI(query)}`);
    expect([answer.status, answer.body['message']]).toEqual([400, message]);
  });

  it('reads only the bookings of the requested days, by index', async () => {
    const { pool } = app.database;
    await pool.query(
      `insert into bookings (id, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, patient_name, email,
                             phone, day, start_minute, minutes, starts_at, ends_at, price_minor, currency)
       select gen_random_uuid(), $1, $2, $1, $3, $3, 'General', 'x', 'x', '', d::date, 540, 30, d + interval '9 hours',
              d + interval '570 minutes', 0, 'USD'
       from generate_series('2005-01-01'::timestamptz, '2023-12-31', '1 day') d on conflict (reference) do nothing`,
      [general.optionId, general.treatmentId, doctorId],
    );
    await pool.query('analyze busy_times');
    const { rows } = await pool.query(
      `explain (format json) select calendar_id, day, starts_at, busy_until from busy_times
       where day between '2024-01-05' and '2024-01-11' and calendar_id in ($1, $2)`,
      [general.optionId, doctorId],
    );
    const plan = JSON.stringify(rows);
    expect(plan).toMatch(/"Index Name":"one_busy_time_per_slot"/);
    expect(plan).not.toMatch(/Seq Scan/);
  });
});

it('the calendar of a treatment has its hours and its free slots, not those of the clinic', async () => {
  const daysOf = async (query: string) =>
    (await app.client().get(`/api/v2/appointmentDays?${query}`)).body as unknown as { date: string; spaces: number }[];
  for (const slot of ['09:00 AM - 10:00 AM', '10:00 AM - 11:00 AM']) {
    const other = await app.person();
    const { body } = await bookAs(other, {
      appointmentDate: 'Jan 15, 2024',
      treatment: 'Cardiology',
      slot,
      price: 140.5,
    });
    expect(body).toMatchObject({ acknowledged: true });
  }
  const cardiologyDays = await daysOf('treatment=Cardiology');
  expect(cardiologyDays.slice(2, 5)).toEqual([
    { date: 'Jan 12, 2024', spaces: 2 },
    { date: 'Jan 15, 2024', spaces: 0 },
    { date: 'Jan 19, 2024', spaces: 2 },
  ]);
  expect(await daysOf('treatment=Cardiology&doctorName=Maya%20Lindqvist')).toEqual(cardiologyDays);
  expect(await daysOf('treatment=Cardiology&doctorName=Nobody')).toEqual([]);
  expect((await daysOf('')).find(({ date }) => date === 'Jan 15, 2024')?.spaces).toBeGreaterThan(0);
});

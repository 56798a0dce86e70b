import { REFERENCE_PATTERN } from '@openhours/contract/booking-reference.ts';
import { expect, test } from 'vitest';
import { manyWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const app = await startTestApp();
app.clock = new Date('2024-01-05T10:05:00Z');
await openOption(app.database.db, { treatment: 'Dental Care', minutes: 20 });

const hours = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')} AM`;
/** The slots before noon, 20 minutes each, one for each of nine patients. */
const slotOf = (number: number) =>
  `${hours(540 + 20 * number)} - ${hours(560 + 20 * number)}`.replace('12:00 AM', '12:00 PM');

async function book(by: TestClient, { slot, day }: { slot: string; day: string }) {
  const { status, body } = await bookAs(by, { appointmentDate: day, treatment: 'Dental Care', slot, price: 50 });
  expect(body).toMatchObject({ acknowledged: true });
  expect(status).toBe(200);
  return { id: String(body['insertedId']), reference: String(body['reference']) };
}

test('every answer about a booking has the same reference', async () => {
  const patient = await app.person();
  const { id, reference } = await book(patient, { slot: slotOf(0), day: 'Jan 8, 2024' });
  expect(reference).toMatch(REFERENCE_PATTERN);
  expect((await patient.get(`/api/bookings/${id}`)).body).toMatchObject({ reference });
  expect((await patient.get(`/api/bookings?email=${patient.email}`)).body).toMatchObject([{ _id: id, reference }]);
  expect((await patient.get('/api/me/export')).body).toMatchObject({ bookings: [{ _id: id, reference }] });
});

test('a drawn reference begins with a letter, so that a search does not take it for a phone number', async () => {
  const { rows } = await app.database.pool.query<{ drawn: string }>(
    `select pg_get_expr(adbin, adrelid) as drawn from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
     where attrelid = 'bookings'::regclass and attname = 'reference'`,
  );
  const drawn = await app.database.pool.query<{ reference: string }>(
    `select ${rows[0]?.drawn} as reference from generate_series(1, 200)`,
  );
  for (const { reference } of drawn.rows) expect(reference).toMatch(/^[A-Z]/);
  for (const { reference } of drawn.rows) expect(reference).toMatch(REFERENCE_PATTERN);
});

test('parallel bookings that draw the same reference all succeed, with different references', async () => {
  const patients = await manyWith(app, { count: 9 });
  // Twelve references for nine bookings: most bookings draw one that is already used.
  await app.database.pool.query(
    `alter table bookings alter column reference set default '23456' || substr('23456789CDFH', 1 + floor(random() * 12)::int, 1)`,
  );
  const booked = await Promise.all(
    patients.map((patient, number) => book(patient, { slot: slotOf(number), day: 'Jan 9, 2024' })),
  );
  const references = booked.map(({ reference }) => reference);
  expect(new Set(references).size).toBe(9);
  for (const reference of references) expect(reference).toMatch(/^23456[23456789CDFH]$/);
});

test('a taken slot is refused as taken, even if the drawn reference is used already', async () => {
  await app.database.pool.query(
    `alter table bookings alter column reference set default '23456' || substr('89CDFHJK', 1 + floor(random() * 8)::int, 1)`,
  );
  const [first, second] = [await app.person(), await app.person()];
  await book(first, { slot: slotOf(0), day: 'Jan 10, 2024' });
  const request = { appointmentDate: 'Jan 10, 2024', treatment: 'Dental Care', slot: slotOf(0), price: 50 };
  expect((await bookAs(second, request)).body).toMatchObject({ code: 'SLOT_TAKEN' });
});

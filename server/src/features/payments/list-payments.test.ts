import type { AdminPayment } from '@openhours/contract/payment.ts';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { startPayingClinic } from '../../../testing/paying.ts';
import * as schema from '../../database/schema/index.ts';
import { listPayments } from './payment-store.ts';

const clinic = await startPayingClinic();
const { pool } = clinic.app.database;
const admin = await personWith(clinic.app, { isAdmin: true });
const patient = await clinic.app.person();

/** Takes a payment at the clinic. `at`: when it was paid. Returns its id. */
async function takenAt(at: string, method: string): Promise<string> {
  const bookingId = await clinic.booking(patient);
  const taken = await admin.post(`/api/appointments/${bookingId}/payments`, { method, price: 140 });
  expect(taken.status).toBe(200);
  const { rows } = await pool.query<{ id: string }>(
    'update payments set paid_at = $1 where booking_id = $2 returning id',
    [at, bookingId],
  );
  return rows[0]?.id ?? '';
}

async function cardOn(at: string): Promise<string> {
  const bookingId = await clinic.booking(patient);
  const transactionId = await clinic.confirmedCard(patient, bookingId);
  const { body } = await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
  await pool.query('update payments set paid_at = $1 where id = $2', [at, body['insertedId']]);
  return String(body['insertedId']);
}

const listed = async (query: string) => {
  const { status, body } = await admin.get(`/api/admin/payments?${query}`);
  return status === 200 ? (body as unknown as AdminPayment[]).map(({ _id }) => _id) : status;
};

it('can be filtered by way to pay and by days of the clinic, page by page, with the other filters', async () => {
  const first = await takenAt('2030-05-01T00:00:00Z', 'cash');
  const second = await takenAt('2030-05-02T23:59:59.999Z', 'terminal');
  const third = await cardOn('2030-05-02T12:00:00Z');
  const last = await takenAt('2030-05-03T00:00:00Z', 'cash');
  expect(await listed('way=card')).toEqual([third]);
  expect(await listed('way=hosted-page')).toEqual([]);
  expect(await listed('way=cash')).toEqual([last, first]);
  expect(await listed('way=clinic')).toEqual([last, second, first]);
  expect(await listed(`way=clinic&limit=1&cursor=${last}`)).toEqual([second]);
  expect(await listed('from=May 2, 2030&to=May 2, 2030')).toEqual([second, third]);
  expect(await listed(`from=May 2, 2030&to=May 2, 2030&cursor=${second}`)).toEqual([third]);
  expect(await listed('to=May 1, 2030')).toEqual([first]);
  expect(await listed('from=May 3, 2030')).toEqual([last]);
  expect(await listed(`from=May 2, 2030&way=cash&state=paid&search=${patient.email}`)).toEqual([last]);
  expect(await listed('from=May 3, 2030&to=May 2, 2030')).toEqual([]);
  expect(await listed('way=cheque')).toBe(400);
  expect(await listed('from=2030-02-30')).toBe(400);
});

it.each([
  ['a rare way to pay', { way: 'insurance' }, 'payments_by_way'],
  ['a day', { paidWithin: [{ from: Date.parse('2031-01-05Z'), to: Date.parse('2031-01-06Z') }] }, 'payments_by_day'],
] as const)('the page of %s is found by an index among many payments', async (_, filter, index) => {
  const bookingId = await clinic.booking(patient);
  await pool.query(
    `insert into payments (id, booking_id, via, provider, method, taken_by, transaction_id, amount_minor, currency,
       taken_minor, taken_currency, state, paid_at, settled_at)
     select uuidv7(), $1, 'clinic', 'clinic', case when n % 5000 = 0 then 'insurance' else 'cash' end, $2, gen_random_uuid(),
       100, 'USD', 100, 'USD', 'released', at, at
     from generate_series(1, 10000) n, lateral (select timestamptz '2031-01-01Z' + n * interval '10 minutes' as at) t`,
    [bookingId, admin.id],
  );
  await pool.query('analyze payments');
  const asked: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }) };
  const all = { state: undefined, way: undefined, paidWithin: undefined };
  const page = { ...all, ...filter, search: undefined, limit: 50, after: undefined };
  await listPayments(drizzle({ client: pool, schema, logger }), page);
  const { query = '', params } = asked.at(-1) ?? {};
  const plan = JSON.stringify((await pool.query(`explain ${query}`, params)).rows);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/(Seq Scan|payments_pkey) on payments  \(/);
});

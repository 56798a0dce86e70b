import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startPayingClinic } from '../../../testing/paying.ts';
import type { TestAnswer, TestClient } from '../../../testing/test-client.ts';
import { TRANSITIONS } from './states.ts';

/**
 * Random walks through the lives of appointments: patients, a doctor and the front desk book, hold, move, pay, cancel and
 * mark, four at the same moment, while time passes and prices change. After every four: no slot is taken twice, nobody
 * holds more than two, every change is in the history. At the end, the provider's money is ours.
 */

const WALKS = Number(process.env['APPOINTMENT_WALKS'] ?? 3);
const STEPS = 80;
const AT_ONCE = 4;
const START = Date.parse('2024-01-08T08:30:00Z');
const PATIENTS = 5;
const DAY_MILLIS = 86_400_000;
/** Few, so that people meet. */
const SLOTS = ['09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM', '03:00 PM - 03:30 PM'];
const STATES = ['arrived', 'in-progress', 'done', 'no-show', 'booked'] as const;

let patients: readonly RoledClient[];
/** The first of the two days of this walk. */
let start = START - 2 * DAY_MILLIS;

const clinic = await startPayingClinic();
clinic.sandbox.stripe.deliver({ how: 'never' });
const { db } = clinic.app.database;
const doctor = await personWith(clinic.app, { name: 'Dora Doctor', isDoctor: true });
const second = await personWith(clinic.app, { name: 'Mo Medic', isDoctor: true });
const desk = await personWith(clinic.app, { isFrontDesk: true });
const made = [];
for (const { id, name } of [doctor, second]) {
  made.push(await openOption(db, { treatment: 'Podiatry', priceMinor: 14_000, doctor: { id, name, photo: null } }));
}
const optionIds = made.map(({ optionId }) => optionId);
const treatmentId = made[0]?.treatmentId ?? '';

const index = fc.nat({ max: 1000 });
const step = fc.record({
  what: fc.constantFrom(
    ...(['book', 'book', 'book', 'hold', 'hold', 'let go', 'move', 'move', 'cancel', 'pay', 'pay'] as const),
    ...(['mark', 'mark', 'staff cancel', 'staff move', 'wait', 'price', 'refunds'] as const),
  ),
  who: index,
  which: index,
  where: index,
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Walk {
  readonly bookings: { readonly id: string; readonly by: TestClient }[];
  readonly holds: { readonly id: string; readonly by: TestClient }[];
}

const pick = <T>(all: readonly T[], at: number): T => {
  const one = all[at % all.length];
  if (one === undefined) throw new Error('Nothing to pick from');
  return one;
};
const shownPrice = async () => {
  const { rows } = await clinic.app.database.pool.query('select price_minor from treatments where id = $1', [
    treatmentId,
  ]);
  return (rows[0] as { price_minor: number }).price_minor / 100;
};
const slotAt = (where: number) => ({
  optionId: pick(optionIds, where),
  appointmentDate: mediumDateFromIso(
    new Date(start + (Math.floor(where / 2) % 2) * DAY_MILLIS).toISOString().slice(0, 10),
  ),
  slot: pick(SLOTS, Math.floor(where / 4)),
});
const taken = new Map<string, number>();

async function take({ what, who, which, where }: Step, { bookings, holds }: Walk): Promise<TestAnswer | undefined> {
  const by = pick(patients, who);
  const { app } = clinic;
  if (what === 'wait') app.clock = new Date((app.clock?.getTime() ?? start) + 7 * 60_000);
  if (what === 'price') {
    const minor = pick([12_000, 14_000, 16_000], where);
    await app.database.db.execute(sql`update treatments set price_minor = ${minor} where id = ${treatmentId}`);
  }
  if (what === 'refunds') await app.runJobs();
  if (what === 'book') {
    const answer = await bookAs(by, { ...slotAt(where), treatment: 'Podiatry', price: await shownPrice() });
    if (answer.status === 200) bookings.push({ id: String(answer.body['insertedId']), by });
    return answer;
  }
  if (what === 'hold') {
    const answer = await by.post('/api/holds', slotAt(where));
    if (answer.status === 200) holds.push({ id: String(answer.body['_id']), by });
    return answer;
  }
  if (what === 'let go' && holds.length > 0) {
    const hold = pick(holds, which);
    return hold.by.request('DELETE', `/api/holds/${hold.id}`);
  }
  if (bookings.length === 0) return undefined;
  const booking = pick(bookings, which);
  const path = `/api/bookings/${booking.id}`;
  const staff = pick([doctor, desk], who);
  switch (what) {
    case 'move':
      return booking.by.post(`${path}/move`, { ...slotAt(where), price: await shownPrice() });
    case 'staff move':
      return staff.post(`${path}/move`, slotAt(where));
    case 'cancel':
      return booking.by.post(`${path}/cancel`, {});
    case 'staff cancel':
      return staff.post(`${path}/cancel`, { reason: 'The doctor is ill.' });
    case 'mark': {
      const { version } = (await desk.get(path)).body;
      return staff.request('PUT', `${path}/state`, { body: { state: pick(STATES, where), version } });
    }
    case 'pay': {
      const { price } = (await booking.by.get(path)).body;
      const prepared = await booking.by.post('/api/create-payment-intent', { price, bookingId: booking.id });
      if (prepared.status !== 200) return prepared;
      const secret = String(prepared.body['clientSecret']);
      await clinic.confirm(secret);
      const transactionId = secret.split('_secret_')[0];
      return booking.by.post('/api/payments', { price, transactionId, email: booking.by.email, bookingId: booking.id });
    }
    default:
      return undefined;
  }
}

/** The rows of a query that must find nothing. */
async function wrong(text: string, values: readonly unknown[] = []): Promise<readonly unknown[]> {
  return (await clinic.app.database.pool.query(text, [...values])).rows;
}

async function checkCalendars(): Promise<void> {
  const overlap = await wrong(`select a.id, b.id from bookings a join bookings b on a.id < b.id
    and (a.calendar_id = b.calendar_id or a.treated_id = b.treated_id)
    and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
    where a.state <> 'cancelled' and b.state <> 'cancelled'`);
  expect(overlap, 'no slot twice').toEqual([]);
  const adrift =
    await wrong(`select * from (select id, calendar_id, day, starts_at from bookings where state <> 'cancelled') b
    full join (select id, calendar_id, day, starts_at from busy_times where kind = 'booking') t
    using (id, calendar_id, day, starts_at) where b is null or t is null`);
  expect(adrift, 'every appointment keeps its calendar busy').toEqual([]);
  const many = await wrong(
    `select holder_id from busy_times where kind = 'hold' and expires_at > $1 group by holder_id having count(*) > 2`,
    [clinic.app.clock],
  );
  expect(many, 'at most two holds').toEqual([]);
}

async function checkHistory(): Promise<void> {
  const incomplete = await wrong(`select b.id from bookings b where b.version - 1 <>
    (select count(*) from booking_history h where h.booking_id = b.id and h.version between 1 and b.version - 1)`);
  expect(incomplete, 'every version is kept').toEqual([]);
  const { rows } = await clinic.app.database.pool.query(`
    select v.state, lag(v.state) over (partition by id order by version) as before
    from (select id, version, state from bookings union all select booking_id, version, state from booking_history) v`);
  for (const { state, before } of rows as {
    state: keyof typeof TRANSITIONS;
    before: keyof typeof TRANSITIONS | null;
  }[]) {
    if (before !== null && before !== state) expect(Object.keys(TRANSITIONS[before])).toContain(state);
  }
}

async function checkMoney(): Promise<void> {
  // No webhook comes: the reconciliation asks for what the patients could not tell, and a job carries out the refunds.
  for (let round = 0; round < 3; round += 1) {
    clinic.app.clock = new Date((clinic.app.clock?.getTime() ?? start) + 3_600_000);
    await clinic.app.reconcile();
    await clinic.app.runJobs();
  }
  const { rows } = await clinic.app.database.pool.query(`
    select b.id, b.state, b.price_minor as price, count(*) filter (where p.state = 'paid')::int as paid,
      coalesce(sum(p.amount_minor - p.refunded_minor), 0)::int as kept
    from bookings b left join payment_books p on p.booking_id = b.id group by b.id`);
  const books = rows as { id: string; state: string; price: number; paid: number; kept: number }[];
  for (const { id, state, price, paid, kept } of books) {
    expect({ id, state, paid, kept }).toEqual({ id, state, paid: kept > 0 ? 1 : 0, kept: paid === 1 ? price : 0 });
    if (state === 'cancelled') expect({ id, kept }).toEqual({ id, kept: 0 });
  }
  const charged = clinic.sandbox.stripe
    .charges()
    .reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0);
  expect(charged, 'the provider has as much as our books say').toBe(books.reduce((sum, { kept }) => sum + kept, 0));
}

it('whatever happens at the same moment, no slot is taken twice, no money is adrift, and the history is complete', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      start += 2 * DAY_MILLIS;
      clinic.app.clock = new Date(start);
      // With cookies: the time that passes ends tokens.
      patients = await Promise.all(Array.from({ length: PATIENTS }, () => personWith(clinic.app)));
      const walk: Walk = { bookings: [], holds: [] };
      for (let at = 0; at < steps.length; at += AT_ONCE) {
        const together = steps.slice(at, at + AT_ONCE);
        const answers = await Promise.all(together.map((one) => take(one, walk)));
        for (const [number, answer] of answers.entries()) {
          if (!answer) continue;
          const key = `${together[number]?.what ?? ''} ${answer.status}`;
          taken.set(key, (taken.get(key) ?? 0) + 1);
          expect([200, 409, 404], JSON.stringify(answer.body)).toContain(answer.status);
          // A doctor does not find the appointments of the other one. Patients always find their own.
          const isOfPatient = ['book', 'hold', 'let go', 'move', 'cancel', 'pay'].includes(
            together[number]?.what ?? '',
          );
          if (isOfPatient) expect(answer.status).not.toBe(404);
        }
        await checkCalendars();
      }
      await checkHistory();
      await checkMoney();
    }),
    { numRuns: WALKS, seed: 7, endOnFailure: true },
  );
  for (const what of ['book', 'hold', 'move', 'cancel', 'pay', 'mark', 'staff cancel', 'staff move']) {
    expect([...taken.keys()], 'every way was taken').toContain(`${what} 200`);
  }
}, 600_000);

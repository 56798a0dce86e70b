import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp, TEST_SECRET } from '../../../testing/test-app.ts';

/** A request with an Idempotency-Key that comes again. The second node is notified of no change. */

let days = 0;

const here = await startTestApp();
const there = await startTestApp({ beside: here, trustMillis: 3_600_000 });
for (const node of [here, there]) node.clock = new Date('2030-05-06T06:00:00Z');
const patient = await personWith(here, { name: 'Pia Patient' });
const { optionId } = await openOption(here.database.db, { treatment: 'Oncology' });

/** A request for a slot of another day, with its own key. It can be sent any number of times. */
function request() {
  days += 1;
  const day = new Date(Date.UTC(2030, 4, 7 + days));
  const appointmentDate = day.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  const body = {
    appointmentDate,
    treatment: 'Oncology',
    slot: '09:00 AM - 09:30 AM',
    patient: patient.name,
    email: patient.email,
    phone: '',
    price: 50,
  };
  const headers = { 'idempotency-key': `key-${days}` };
  const send = async (at = here, changes = {}) => {
    const answer = await patient.request('POST', '/api/bookings', {
      at: at.url,
      headers,
      body: { ...body, ...changes },
    });
    return { status: answer.status, body: answer.body, isReplay: answer.headers.get('idempotent-replayed') === 'true' };
  };
  const requestHash = createHmac('sha256', TEST_SECRET)
    .update(`request ${JSON.stringify(body)}`)
    .digest('hex');
  return { date: day.toISOString().slice(0, 10), appointmentDate, requestHash, send };
}

it('gets the first outcome after the option closed, the patient changed their name, and the day came', async () => {
  const { date, send } = request();
  const first = await send();
  expect(first).toMatchObject({ status: 200, isReplay: false });
  const again = { ...first, isReplay: true };

  await here.database.pool.query('update appointment_options set open = false where id = $1', [optionId]);
  expect(await send()).toEqual(again);
  expect(await send(there)).toEqual(again);
  await here.database.pool.query('update appointment_options set open = true where id = $1', [optionId]);

  await here.database.pool.query("update people set name = 'Pia Married' where id = $1", [patient.id]);
  expect(await send()).toEqual(again);
  await here.database.pool.query('update people set name = $2 where id = $1', [patient.id, patient.name]);

  const before = here.clock;
  here.clock = new Date(`${date}T12:00:00Z`);
  expect(await send()).toEqual(again);
  here.clock = before;
});

it.each([
  ['price', { price: 49 }, 'PRICE_CHANGED'],
  ['name', { patient: 'Somebody Else' }, 'NOT_YOU'],
  ['phone number', { phone: 'abc' }, 'PHONE_INVALID'],
  ['person', { treatedId: '00000000-0000-7000-8000-000000000000' }, 'PERSON_UNKNOWN'],
])('that was refused because of the %s is refused again, and its key is used up', async (_what, changes, code) => {
  const { send } = request();
  const first = await send(here, changes);
  expect(first).toMatchObject({ status: 409, body: { code }, isReplay: false });
  expect(await send(there, changes)).toEqual({ ...first, isReplay: true });
  expect(await send()).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
});

it('that was refused because the slot was taken gets the slots that are free now', async () => {
  const { appointmentDate, send } = request();
  const takeAsSomebodyElse = async (slot: string) => {
    const other = await personWith(here);
    const { name, email } = other;
    await other.post('/api/bookings', {
      appointmentDate,
      treatment: 'Oncology',
      slot,
      patient: name,
      email,
      price: 50,
    });
  };
  await takeAsSomebodyElse('09:00 AM - 09:30 AM');
  const first = await send();
  expect(first.body).toMatchObject({ code: 'SLOT_TAKEN', nearest: [{ slot: '09:30 AM - 10:00 AM' }, {}, {}] });
  await takeAsSomebodyElse('09:30 AM - 10:00 AM');
  const again = await send();
  expect(again).toMatchObject({ status: 409, body: { code: 'SLOT_TAKEN' }, isReplay: true });
  expect(again.body).toMatchObject({ nearest: [{ slot: '10:00 AM - 10:30 AM' }, {}, {}] });
});

it('gets the refusal of another attempt that was answered while this one was about to be booked', async () => {
  const { date, requestHash, send } = request();
  const blocker = await here.database.pool.connect();
  try {
    // Until this transaction ends, the booking waits for its outcome, after it has looked for its key.
    await blocker.query('begin');
    await blocker.query(
      `insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, holder_id, expires_at, option_id)
       select gen_random_uuid(), 'hold', calendar_id, $1, 540, $1::date + time '09:00', $1::date + time '09:30', $2, '2031-01-01', id
       from appointment_options where id = $3`,
      [date, patient.id, optionId],
    );
    const answer = send();
    await expect
      .poll(async () => {
        const { rows } = await here.database.pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%record_booking%'",
        );
        return rows.length;
      })
      .toBe(1);
    await here.database.pool.query(
      `insert into idempotency_keys (caller, call, key, request_hash, outcome)
       values ($1, 'POST /api/bookings', $2, $3, '{"kind": "refused", "refusal": {"code": "ELSEWHERE"}}')`,
      [patient.id, `key-${days}`, requestHash],
    );
    await blocker.query('rollback');
    expect(await answer).toMatchObject({ status: 409, body: { code: 'ELSEWHERE' }, isReplay: true });
  } finally {
    blocker.release(true);
  }
  const { rows } = await here.database.pool.query('select count(*)::int as made from bookings where day = $1', [date]);
  expect(rows).toEqual([{ made: 0 }]);
});

it('is booked once by parallel requests to two nodes, one of which knows an old timetable', async () => {
  const { date, send } = request();
  await here.database.pool.query('update clinic set least_notice_minutes = 5');
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(n % 2 === 0 ? here : there)));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toHaveLength(1);
  expect(answers[0]?.status).toBe(200);
  expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  const { rows } = await here.database.pool.query('select count(*)::int as made from bookings where day = $1', [date]);
  expect(rows).toEqual([{ made: 1 }]);
});

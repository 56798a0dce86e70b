import { createAccessTokens } from '@openhours/server/features/identity/access-token.ts';
import { addDays } from '@openhours/server/features/schedule/index.ts';
import { bookingOf, CALL_EXAMPLES, type ExampleClinic } from '@openhours/server/testing/call-examples.ts';
import { openOption } from '@openhours/server/testing/clinic.ts';
import { type BenchClinic, startBenchClinic } from './bench-clinic.ts';
import { type Executed, watchStatements } from './executed-statements.ts';
import { GROWTH_CALLS, type GrowthRequest, type GrowthSide } from './growth-calls.ts';
import { fillClinic, type Size } from './growth-fill.ts';
import { numberedId } from './patients.ts';
import { percentile } from './rounds.ts';

/**
 * `npm run bench -- --growth`: the time of every call of the contract in a small clinic and in one with ten million
 * bookings, in turns, and how PostgreSQL executed the slowest statement of the five calls with the slowest ones there, and
 * of the five that grew most. Progress goes to the standard error, so that the rest can be kept in a file.
 */

const quick = process.argv.includes('--quick');
const SIZE: Size = quick
  ? { bookings: 1_000_000, people: 100_000, options: 5000, payments: 50_000 }
  : { bookings: 10_000_000, people: 1_000_000, options: 5000, payments: 200_000 };
const ROUNDS = 15;
const ROUNDS_OF_SLOW = 40;
const WARM_UPS = 3;
/** A call may take this many times as long as in the small clinic. */
const MOST = 1.5;
const WORST = 5;
/** Only an answer with this many times the bytes may take longer. */
const LONGER = 1.2;
/** It must also have this many bytes more: longer numbers alone are no reason. */
const LONGER_BYTES = 50;
/** A person who may make every call. */
const CALLER = { id: numberedId('8009', 1), name: 'Grace Growth', email: 'grace@bench.example' };
/** The last day on which examples begin. Days can be booked until three months later. */
const LAST_DAY = 640;
/** They would end the caller's session, or never end. */
const LEFT_OUT = new Set(['GET /events', 'POST /me/delete']);

/** Searches, by what is asked beyond the examples. */
const SEARCHES: Readonly<Record<string, string>> = {
  'GET /users, a name': '/users?search=growth',
  'GET /users, by email': '/users?sort=email',
  'GET /users, doctors first': '/users?sort=doctor',
  'GET /patients, a name': '/patients?search=grace%20growth',
  'GET /patients, a telephone number': '/patients?search=2025550143',
  'GET /appointments, a name': '/appointments?search=grace%20growth',
  'GET /appointments, a common name': '/appointments?search=person',
  'GET /appointments, a telephone number': '/appointments?search=2025550143',
  'GET /appointments, a reference': '/appointments?search=K7M4PX',
  'GET /appointments, a person': `/appointments?person=${CALLER.id}`,
  'GET /appointments, cancelled': '/appointments?state=cancelled',
  'GET /audit, a name': '/audit?who=grace%20growth',
  'GET /audit, a common name': '/audit?who=person',
  'GET /admin/payments, a name': '/admin/payments?search=grace%20growth',
  'GET /admin/payments, a common name': '/admin/payments?search=person',
  'GET /admin/payments, a transaction': '/admin/payments?search=pi_unknown',
  'GET /messages, failed': '/messages?state=failed',
};

interface Side extends GrowthSide {
  readonly clinic: BenchClinic;
  readonly example: ExampleClinic;
  /** A new access token, because one is valid for a quarter of an hour. */
  readonly token: () => Promise<string>;
}

export async function measureGrowth(cleanUp: AsyncDisposableStack): Promise<void> {
  const environment = { TEXT_MESSAGES: 'embedded' };
  const clinics = [await startBenchClinic(cleanUp, environment), await startBenchClinic(cleanUp, environment)] as const;
  const facts = Object.entries(SIZE).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  console.log(`Growth: a clinic with ${facts.join(', ')}\n`);
  await fillClinic(clinics[1].connection, SIZE, (line) => console.error(`  ${line}`));
  const [small, grown] = [await openSide(clinics[0]), await openSide(clinics[1])];

  const names = [...Object.keys(CALL_EXAMPLES), ...Object.keys(SEARCHES)].filter((name) => !LEFT_OUT.has(name));
  const results: Result[] = [];
  for (const name of names) {
    const result = await compareTwice(name, small, grown);
    console.error(`  ${lineOf(result)}`);
    results.push(result);
  }
  results.sort((one, other) => other.grown / other.small - one.grown / one.small);
  console.log(`\n${'a call'.padEnd(52)}status  small ms  grown ms  ratio`);
  for (const result of results) console.log(lineOf(result));
  const slow = results.filter(isSlow);
  console.log(
    `\n  ${results.length - slow.length} of ${results.length} take at most ${MOST} times as long as in a small clinic, or answer more (+)`,
  );
  const refused = results.filter(({ statuses }) => statuses.some((status) => status >= 400));
  console.log(`  ${refused.length} of ${results.length} are measured as refusals`);
  await printStatements(names, { slow: slow.slice(0, WORST).map(({ name }) => name), side: grown });
}

/** Prints the slowest statements: of the calls that have the slowest of all, and of these calls. */
async function printStatements(
  names: readonly string[],
  { slow, side }: { slow: readonly string[]; side: Side },
): Promise<void> {
  const watched = await watchStatements(side.clinic);
  const slowest: { name: string; statement: Executed }[] = [];
  for (const name of names) {
    const statement = await slowestStatement(async () => {
      const request = await requestOf(name, side);
      return watched(() => send(name, request, side));
    });
    if (statement) slowest.push({ name, statement });
    await freeDays(side);
  }
  slowest.sort((one, other) => other.statement.millis - one.statement.millis);
  console.log('\nThe slowest statement of calls in the grown clinic, by its time in PostgreSQL');
  for (const [index, { name, statement }] of slowest.entries()) {
    if (index >= WORST && !slow.includes(name)) continue;
    console.log(
      `\n${name}: ${statement.millis.toFixed(1)} ms\n\n${ofNoRun(statement.text)}\n\n${ofNoRun(statement.plan)}`,
    );
  }
}

/** Of several rounds: the statement that is slowest in each, the one with the median time. */
async function slowestStatement(ask: () => Promise<readonly Executed[]>): Promise<Executed | undefined> {
  const rounds: Executed[] = [];
  for (let round = 0; round < WARM_UPS; round += 1) {
    const [slowest] = (await ask()).toSorted((one, other) => other.millis - one.millis);
    if (slowest) rounds.push(slowest);
  }
  return rounds.toSorted((one, other) => one.millis - other.millis)[Math.floor(rounds.length / 2)];
}

/** Indented, and without the days and ids of this run, so that two runs can be compared. */
function ofNoRun(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '…id…')
    .replaceAll(/\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::[\d.]+)?(?:\+\d\d)?)?/g, '…time…')
    .replaceAll(/^/gm, '  ');
}

/** A clinic with the caller, an option of theirs, and an appointment. */
async function openSide(clinic: BenchClinic): Promise<Side> {
  const { database, secret, url } = clinic;
  const { id, name, email } = CALLER;
  const sessionId = numberedId('8009', 2);
  await database.pool.query(
    `insert into people (id, name, email, email_verified, is_admin, is_doctor, is_front_desk)
     values ($1, $2, $3, true, true, true, true)`,
    [id, name, email],
  );
  await database.pool.query(
    `insert into sessions (id, token, person_id, expires_at) values ($1, 'growth', $2, now() + interval '1 day')`,
    [sessionId, id],
  );
  await openOption(database.db, { treatment: 'Whitening', doctor: { id, name, photo: null } });
  const tokens = createAccessTokens({ secret, issuer: url });
  const token = () => tokens.issue({ personId: id, sessionId, email });
  const inDays = (count: number) => addDays(new Date().toISOString().slice(0, 10), count);
  let days = 1;
  const freshDay = () => {
    days = (days % LAST_DAY) + 1;
    return inDays(days);
  };
  const ask: GrowthSide['ask'] = async (method, path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was refused: ${said}`);
    return JSON.parse(said);
  };
  const make = async (path: string, body?: unknown) => idIn(await ask('POST', path, body));
  const { rows } = await database.pool.query('select id from appointment_options where doctor_id = $1', [id]);
  const bookingId = await make('/bookings', bookingOf(CALLER, inDays(LAST_DAY + 1)));
  const example = { patient: CALLER, bookingId, doctorId: id, freshDay };
  const of = { clinic, database, secret, url, token, example, caller: CALLER, optionId: rows[0].id };
  return { ...of, freshDay, ask, make };
}

/** The id of what was made. */
function idIn(answer: Readonly<Record<string, unknown>>): string {
  const { insertedId, _id: id } = answer;
  if (typeof insertedId === 'string') return insertedId;
  if (typeof id === 'string') return id;
  const inner = Object.values(answer).find((value) => typeof value === 'object' && value !== null && '_id' in value);
  return inner ? idIn({ ...inner }) : '';
}

/**
 * Frees the days that a call took, because the days until the horizon are not enough for all calls: of the caller as a doctor, and as
 * a patient, also of doctors whom an example has registered for the same treatment.
 */
async function freeDays({ database: { pool }, example: { bookingId, doctorId } }: Side): Promise<void> {
  // Only if there is one: this makes the server offer all free times to those who wait.
  const { rowCount: closures } = await pool.query('select from closures where calendar_id = $1', [doctorId]);
  if (closures) await pool.query('delete from closures where calendar_id = $1', [doctorId]);
  await pool.query(`delete from busy_times where calendar_id = $1 and kind <> 'booking'`, [doctorId]);
  await pool.query(
    `delete from bookings b where (calendar_id = $1 or patient_id = $1) and id <> $2
     and not exists (select from payments p where p.booking_id = b.id)
     and not exists (select from payment_orders o where o.booking_id = b.id)`,
    [doctorId, bookingId],
  );
  // Those with a payment stay.
  await pool.query(
    `update bookings set state = 'cancelled', cancel_refund = 'none', change_reason = 'Its day is needed again'
     where (calendar_id = $1 or patient_id = $1) and id <> $2 and state in ('booked', 'arrived')`,
    [doctorId, bookingId],
  );
}

interface Result {
  readonly name: string;
  readonly statuses: readonly number[];
  readonly small: number;
  readonly grown: number;
  /** Whether the answer says more, because the clinic has more. */
  readonly isLonger: boolean;
}

/** A slow call is measured again in more rounds, because other load of the machine distorts a few rounds. */
async function compareTwice(name: string, small: Side, grown: Side): Promise<Result> {
  const result = await compare(name, { small, grown, rounds: ROUNDS });
  if (!isSlow(result)) return result;
  return compare(name, { small, grown, rounds: ROUNDS_OF_SLOW });
}

const isSlow = ({ isLonger, small, grown }: Result) => !isLonger && grown / small > MOST;

async function compare(
  name: string,
  { small, grown, rounds }: { small: Side; grown: Side; rounds: number },
): Promise<Result> {
  const asked = { small: [] as Asked[], grown: [] as Asked[] };
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    for (const [side, to] of [
      [small, asked.small],
      [grown, asked.grown],
    ] as const) {
      const answer = await send(name, await requestOf(name, side), side);
      if (answer.status === 401) throw new Error(`${name}: the caller is not signed in.`);
      if (round >= 0) to.push(answer);
    }
  }
  await Promise.all([freeDays(small), freeDays(grown)]);
  const median = (of: readonly Asked[], what: 'millis' | 'bytes') =>
    percentile(
      of.map((one) => one[what]),
      0.5,
    ) ?? 0;
  const statuses = new Set([...asked.small, ...asked.grown].map(({ status }) => status));
  return {
    name,
    statuses: [...statuses],
    small: median(asked.small, 'millis'),
    grown: median(asked.grown, 'millis'),
    isLonger:
      median(asked.grown, 'bytes') >
      Math.max(LONGER * median(asked.small, 'bytes'), median(asked.small, 'bytes') + LONGER_BYTES),
  };
}

interface Asked {
  readonly status: number;
  readonly bytes: number;
  readonly millis: number;
}

async function send(
  name: string,
  { path, body: content, cookie }: GrowthRequest,
  { url, token }: Side,
): Promise<Asked> {
  const [method = ''] = name.split(' ');
  const body = content instanceof FormData ? content : content === undefined ? null : JSON.stringify(content);
  const headers = {
    ...(cookie === undefined ? { authorization: `Bearer ${await token()}` } : { cookie }),
    origin: url,
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  };
  const start = performance.now();
  const answer = await fetch(`${url}/api${path}`, { method, headers, body });
  const { byteLength: bytes } = await answer.arrayBuffer();
  return { status: answer.status, bytes, millis: performance.now() - start };
}

async function requestOf(name: string, side: Side): Promise<GrowthRequest> {
  const prepare = GROWTH_CALLS[name];
  if (prepare) return prepare(side);
  const [, template = ''] = name.split(' ');
  const { path, body } = CALL_EXAMPLES[name] ?? {};
  return { path: SEARCHES[name] ?? path?.(side.example) ?? template, body: body?.(side.example) };
}

function lineOf({ name, statuses, small, grown, isLonger }: Result): string {
  const number = (value: number) => value.toFixed(1).padStart(9);
  return `${name.padEnd(52)}${statuses.join(',').padEnd(7)}${number(small)} ${number(grown)}  ${(grown / small).toFixed(2)}${isLonger ? ' +' : ''}`;
}

import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { type BenchClinic, startBenchClinic } from './bench-clinic.ts';
import { type BookingCall, firstDay, openBenchOptions, requestAt } from './booking-requests.ts';
import { cpuMillisOf, cpuMillisOfFamily } from './cpu-time.ts';
import { loadOverHttp } from './http-load.ts';
import { type BenchPatient, insertPatients, numberedId } from './patients.ts';
import { percentile } from './rounds.ts';
import { ratio } from './table.ts';

/**
 * `npm run bench -- --rush`: ten thousand people at once who want a hundred slots, and then five times as many bookings
 * as the server can make, for more than a minute.
 */

const quick = process.argv.includes('--quick');
const PEOPLE = quick ? 2000 : 10_000;
const SLOTS = 100;
const SLOTS_AN_OPTION = 20;
const OVERLOAD = 5;
/** The server takes half a minute of it for a rush (`work-queue.ts`). */
const OVERLOAD_SECONDS = quick ? 45 : 75;
const MEASURED_SECONDS = quick ? 10 : 30;
const BEST_SECONDS = quick ? 3 : 10;
const CONNECTIONS = 20;
/** So many people wait at a time, because one process that asks has only so many ports and files. */
const MOST_WAITING = 10_000;

interface Answer {
  /** The status, or the code of the error without an answer. */
  readonly status: number | string;
  readonly millis: number;
  readonly endedAt: number;
}

interface Parts {
  readonly clinic: BenchClinic;
  readonly patients: readonly BenchPatient[];
  readonly day: string;
  readonly post: (token: string, body: string) => Promise<Answer>;
}

export async function measureRush(cleanUp: AsyncDisposableStack): Promise<void> {
  const clinic = await startBenchClinic(cleanUp);
  const { database, url, secret } = clinic;
  await openBenchOptions(database);
  const patients = await insertPatients(database.db, { secret, issuer: url, count: PEOPLE });
  // As browsers do, people keep their connection. By default an agent keeps 256 and closes the rest.
  const agent = new Agent({
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    maxFreeSockets: PEOPLE + MOST_WAITING,
  });
  const post = (token: string, body: string) => ask(agent, `${url}/api/bookings`, token, body);
  const parts = { clinic, patients, day: firstDay(new Date()), post };
  await bookAtOnce(parts);
  await overload(parts);
  agent.destroy();
}

/** Everybody asks at the same moment. */
async function bookAtOnce({ clinic, patients, day, post }: Parts): Promise<void> {
  const started = performance.now();
  const answers = await Promise.all(
    patients.map((patient, number) => post(patient.token, scarceRequest(patient, number % SLOTS, day))),
  );
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await clinic.database.pool.query<{ booked: number; slots: number }>(
    `select count(*)::int as booked, count(distinct (option_id, start_minute))::int as slots from bookings
     where day = $1 and email like '%@bench.example'`,
    [day],
  );
  const { booked = 0, slots = 0 } = rows[0] ?? {};
  console.log(`Rush: ${PEOPLE.toLocaleString('en')} people at once, ${SLOTS} slots`);
  console.log(
    `  ${booked} bookings of ${slots} slots; ${statusesOf(answers)}; all in ${seconds.toFixed(1)} s, ${timesOf(answers)}\n`,
  );
}

/** More is asked than can be done, between two measurements of what can be done: the machine is not equally fast all the time. */
async function overload({ clinic, patients, day, post }: Parts): Promise<void> {
  let request = 0;
  const nextRequest = () => requestAt((request += 1), { firstDay: afterDay(day), patients });
  const before = await measureBest(clinic, nextRequest);
  const perSecond = before.perSecond * OVERLOAD;
  const { answers, asked, processorMillis } = await askSteadily(clinic, {
    perSecond,
    askOne: () => {
      const { token, body } = nextRequest();
      return post(token, body);
    },
  });
  const after = await measureBest(clinic, nextRequest);
  const best = (before.perSecond + after.perSecond) / 2;
  const millisEach = (before.millisEach + after.millisEach) / 2;
  const booked = answers.filter(({ status }) => status === 200);
  console.log(
    `Overload: ${(asked / MEASURED_SECONDS).toFixed(0)} requests a second, ${best.toFixed(0)} bookings a second without it (${CONNECTIONS} connections)`,
  );
  console.log(`  ${statusesOf(answers)} in the last ${MEASURED_SECONDS} s; bookings: ${timesOf(booked)}`);
  console.log(`  with / without overload: ${ratio(booked.length / MEASURED_SECONDS, best)} of the bookings a second`);
  // Whoever asks uses this machine's processor too, which a clinic's patients do not.
  console.log(
    `    and ${ratio(booked.length * millisEach, processorMillis)} of the bookings per processor time of server and PostgreSQL`,
  );
}

/** Bookings a second by a few connections, and the processor time of each. */
async function measureBest({ url, serverPid, databasePid }: BenchClinic, nextRequest: () => BookingCall) {
  const { perSecond, serverMicros, databaseMicros } = await loadOverHttp({
    url,
    connections: CONNECTIONS,
    seconds: BEST_SECONDS,
    serverPid,
    databasePid,
    signal: new AbortController().signal,
    request: {
      method: 'POST',
      path: '/api/bookings',
      setupRequest: (sent) => {
        const { token, body } = nextRequest();
        return { ...sent, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body };
      },
    },
  });
  return { perSecond, millisEach: ((serverMicros ?? 0) + (databaseMicros ?? 0)) / 1000 };
}

/**
 * Asks so often for `OVERLOAD_SECONDS`. Returns the answers of the last `MEASURED_SECONDS`, and how much was asked and what
 * processor time was used then.
 */
async function askSteadily(
  { serverPid, databasePid }: BenchClinic,
  { perSecond, askOne }: { perSecond: number; askOne: () => Promise<Answer> },
) {
  const processorMillis = async () =>
    ((await cpuMillisOf(serverPid)) ?? 0) + ((await cpuMillisOfFamily(databasePid)) ?? 0);
  const all: Promise<Answer>[] = [];
  const started = performance.now();
  const from = started + (OVERLOAD_SECONDS - MEASURED_SECONDS) * 1000;
  const until = started + OVERLOAD_SECONDS * 1000;
  let asked = 0;
  let waiting = 0;
  let last = started;
  let processor = 0;
  for (let now = last; now < until; now = performance.now()) {
    const due = Math.min(Math.round(((now - last) / 1000) * perSecond), MOST_WAITING - waiting);
    last = now;
    waiting += due;
    if (now >= from) asked += due;
    // oxlint-disable-next-line no-await-in-loop -- once
    if (now >= from) processor ||= await processorMillis();
    for (let number = 0; number < due; number += 1) all.push(askOne().finally(() => (waiting -= 1)));
    // oxlint-disable-next-line no-await-in-loop -- a steady rate
    await sleep(5);
  }
  processor = (await processorMillis()) - processor;
  const answers = (await Promise.all(all)).filter(({ endedAt }) => from <= endedAt && endedAt < until);
  return { answers, asked, processorMillis: processor };
}

/** A booking of one of the slots that everybody wants. */
function scarceRequest(patient: BenchPatient, slot: number, day: string): string {
  const option = Math.floor(slot / SLOTS_AN_OPTION);
  return JSON.stringify({
    appointmentDate: mediumDateFromIso(day),
    treatment: `Treatment ${option}`,
    optionId: numberedId('8002', option),
    slot: slotLabel({ startMinute: 8 * 60 + 15 * (slot % SLOTS_AN_OPTION), minutes: 15 }),
    patient: patient.name,
    email: patient.email,
    phone: '',
    price: 50,
  });
}

const afterDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

function ask(agent: Agent, url: string, token: string, body: string): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (status: number | string) => {
      const endedAt = performance.now();
      resolve({ status, millis: endedAt - started, endedAt });
    };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => end(answer.statusCode ?? 0));
      answer.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    sent.end(body);
  });
}

function statusesOf(answers: readonly Answer[]): string {
  const counts = new Map<Answer['status'], number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count.toLocaleString('en')} × ${status}`).join(', ');
}

function timesOf(answers: readonly Answer[]): string {
  const millis = answers.map((answer) => answer.millis);
  const text = (share: number) => ((percentile(millis, share) ?? 0) / 1000).toFixed(2);
  return `p50 ${text(0.5)} s, p99 ${text(0.99)} s`;
}

import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@openhours/server/features/schedule/index.ts';
import { type BenchClinic, startBenchClinic } from './bench-clinic.ts';
import {
  type BookingCall,
  firstDay,
  openBenchOptions,
  requestAt,
  SCARCE_SLOTS,
  scarceRequest,
} from './booking-requests.ts';
import { cpuMillisOf, cpuMillisOfTree } from './cpu-time.ts';
import { loadOverHttp } from './http-load.ts';
import { type BenchPatient, insertPatients } from './patients.ts';
import { type Answer, book, fail, statusesOf, timesOf } from './people.ts';
import { percentile } from './rounds.ts';
import { ratio } from './table.ts';

/**
 * `npm run bench -- --rush`: ten thousand people at once who want a hundred slots, and then five times as many bookings
 * as the server can make, for more than a minute.
 */

const quick = process.argv.includes('--quick');
const PEOPLE = quick ? 2000 : 10_000;
/** Every hundredth person wants the same slot, and a hundred calls are in progress at a time (`work-queue.ts`). */
const LATEST_WINNER = 2;
const OVERLOAD = 5;
/** The server takes half a minute of it for a rush (`work-queue.ts`). */
const OVERLOAD_SECONDS = quick ? 45 : 75;
const MEASURED_SECONDS = quick ? 10 : 30;
const BEST_SECONDS = quick ? 3 : 10;
const CONNECTIONS = 20;
/** So many people wait at a time, because one process that asks has only so many ports and files. */
const MOST_WAITING = 10_000;

interface Parts {
  readonly clinic: BenchClinic;
  readonly patients: readonly BenchPatient[];
  readonly day: string;
  readonly post: (call: BookingCall) => Promise<Answer>;
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
  const post = (call: BookingCall) => book(call, { url, agent });
  const parts = { clinic, patients, day: firstDay(new Date()), post };
  await bookAtOnce(parts);
  await overload(parts);
  agent.destroy();
}

/** Everybody asks at the same moment. */
async function bookAtOnce({ clinic, patients, day, post }: Parts): Promise<void> {
  const started = performance.now();
  const answers = await Promise.all(
    patients.map((patient, number) => post(scarceRequest(number % SCARCE_SLOTS, { patient, day }))),
  );
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await clinic.database.pool.query<{ booked: number; slots: number }>(
    `select count(*)::int as booked, count(distinct (option_id, start_minute))::int as slots from bookings
     where day = $1 and email like '%@bench.example'`,
    [day],
  );
  const { booked = 0, slots = 0 } = rows[0] ?? {};
  const { inOrder, mostOvertaken } = orderOf(answers);
  const winners = answers.flatMap(({ status }, number) =>
    status === 200 ? Math.floor(number / SCARCE_SLOTS) + 1 : [],
  );
  console.log(`Rush: ${PEOPLE.toLocaleString('en')} people at once, ${SCARCE_SLOTS} slots`);
  console.log(
    `  ${booked} bookings of ${slots} slots; ${statusesOf(answers)}; all in ${seconds.toFixed(1)} s, ${timesOf(answers)}`,
  );
  console.log(
    `  ${(inOrder * 100).toFixed(1)} % of all pairs were answered in the order in which they asked; nobody was answered before ` +
      `more than ${mostOvertaken.toLocaleString('en')} others who had asked earlier`,
  );
  console.log(
    `  each slot went to number ${percentile(winners, 0.5)} (median) of the ${PEOPLE / SCARCE_SLOTS} who wanted it, at most to number ${Math.max(...winners)}\n`,
  );
  if (booked !== SCARCE_SLOTS || slots !== SCARCE_SLOTS) {
    fail(`There are ${booked} bookings of ${slots} slots, not one of each of the ${SCARCE_SLOTS}.`);
  }
  if (Math.max(...winners) > LATEST_WINNER) fail('A slot went to somebody although others had asked for it earlier.');
  failOnErrors(answers);
}

/** @param answers in the order in which people asked */
function orderOf(answers: readonly Answer[]): { inOrder: number; mostOvertaken: number } {
  const overtaken = answers.map(
    ({ endedAt }, number) => answers.slice(0, number).filter((earlier) => earlier.endedAt > endedAt).length,
  );
  const pairs = (answers.length * (answers.length - 1)) / 2;
  return {
    inOrder: 1 - overtaken.reduce((sum, count) => sum + count, 0) / pairs,
    mostOvertaken: Math.max(...overtaken),
  };
}

/** A server that cannot keep up refuses with 503. */
function failOnErrors(answers: readonly Answer[]): void {
  const errors = answers.filter(({ status }) => typeof status === 'number' && status >= 500 && status !== 503);
  if (errors.length > 0) fail(`The server answered with errors: ${statusesOf(errors)}.`);
}

/** More is asked than can be done, between two measurements of what can be done: the machine is not equally fast all the time. */
async function overload({ clinic, patients, day, post }: Parts): Promise<void> {
  let request = 0;
  const nextRequest = () => requestAt((request += 1), { firstDay: addDays(day, 1), patients });
  const before = await measureBest(clinic, nextRequest);
  const perSecond = before.perSecond * OVERLOAD;
  const { answers, asked, processorMillis, askingMillis } = await askSteadily(clinic, {
    perSecond,
    askOne: () => post(nextRequest()),
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
  const cores = (millis: number) => (millis / 1000 / MEASURED_SECONDS).toFixed(2);
  console.log(
    `    and ${ratio(booked.length * millisEach, processorMillis)} of the bookings per processor time of server and PostgreSQL,\n` +
      `    which had ${cores(processorMillis)} cores, and ${((best * millisEach) / 1000).toFixed(2)} without it; ` +
      `the asking process used ${cores(askingMillis)}`,
  );
  failOnErrors(answers);
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
    ((await cpuMillisOf(serverPid)) ?? 0) + ((await cpuMillisOfTree(databasePid)) ?? 0);
  const all: Promise<Answer>[] = [];
  const started = performance.now();
  const from = started + (OVERLOAD_SECONDS - MEASURED_SECONDS) * 1000;
  const until = started + OVERLOAD_SECONDS * 1000;
  let asked = 0;
  let waiting = 0;
  let last = started;
  let processor = 0;
  let asking = process.cpuUsage();
  for (let now = last; now < until; now = performance.now()) {
    const due = Math.min(Math.round(((now - last) / 1000) * perSecond), MOST_WAITING - waiting);
    last = now;
    waiting += due;
    if (now >= from) asked += due;
    if (now >= from && processor === 0) {
      asking = process.cpuUsage();
      processor = await processorMillis();
    }
    for (let number = 0; number < due; number += 1) all.push(askOne().finally(() => (waiting -= 1)));
    await sleep(5);
  }
  processor = (await processorMillis()) - processor;
  const { user, system } = process.cpuUsage(asking);
  const answers = (await Promise.all(all)).filter(({ endedAt }) => from <= endedAt && endedAt < until);
  return { answers, asked, processorMillis: processor, askingMillis: (user + system) / 1000 };
}

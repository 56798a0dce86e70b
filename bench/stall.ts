import { Agent } from 'node:http';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { addDays } from '@openhours/server/features/schedule/index.ts';
import type pg from 'pg';
import { type BenchClinic, startBenchClinic } from './bench-clinic.ts';
import { firstDay, openBenchOptions, requestAt, scarceRequest } from './booking-requests.ts';
import { type HttpLoad, loadOverHttp } from './http-load.ts';
import { insertPatients } from './patients.ts';
import { book, fail, statusesOf } from './people.ts';

/**
 * `npm run bench -- --stall`: fifty people who want one slot at once, each over a new connection, right after three rounds
 * of load by 20 connections. Once, such people got no answer for minutes.
 */

const TIMES = process.argv.includes('--quick') ? 5 : 30;
const ROUNDS = 3;
const ROUND_SECONDS = 1;
const CONNECTIONS = 20;
const PEOPLE = 50;
/** The sum of what docs/operations.md lists for a call with one statement: its turn, a connection, and the answer. */
const LONGEST_MILLIS = 30_000 + 10_000 + 12_000;
const SUSPICIOUS_MILLIS = 5_000;

export async function searchStall(cleanUp: AsyncDisposableStack): Promise<void> {
  const clinic = await startBenchClinic(cleanUp);
  const { database, url, secret } = clinic;
  await openBenchOptions(database);
  const patients = await insertPatients(database.db, { secret, issuer: url });
  const day = firstDay(new Date());
  let request = 0;
  const booking = () => requestAt((request += 1), { firstDay: addDays(day, 1), patients });
  const counted = (count: number) => count.toLocaleString('en');

  console.log(`Stall: ${TIMES} times, ${PEOPLE} people who want one slot, after ${ROUNDS} rounds of load`);
  let longest = 0;
  for (let time = 0; time < TIMES; time += 1) {
    for (let round = 0; round < ROUNDS; round += 1) await load(clinic, { booking, day });
    const before = request;
    const answers = await watching(database.pool, () => {
      const agent = new Agent({ keepAlive: false, maxSockets: PEOPLE });
      const calls = patients
        .slice(time * PEOPLE, (time + 1) * PEOPLE)
        .map((patient) => scarceRequest(time, { patient, day }));
      return Promise.all(calls.map((call) => book(call, { url, agent, patienceMillis: LONGEST_MILLIS })));
    });
    const { rows } = await database.pool.query(`select from bookings where day = $1 and email like '%@bench.example'`, [
      day,
    ]);
    const last = Math.max(...answers.map(({ millis }) => millis));
    longest = Math.max(longest, last);
    console.log(
      `  ${String(time + 1).padStart(2)}: ${counted(before)} bookings before; ${statusesOf(answers)}, the last after ${last.toFixed(0)} ms`,
    );
    if (rows.length !== time + 1 || answers.filter(({ status }) => status === 200).length !== 1) {
      fail(`There are ${rows.length} bookings of the ${time + 1} slots.`);
    }
    if (answers.some(({ status }) => status !== 200 && status !== 409)) {
      fail(`Within ${LONGEST_MILLIS / 1000} s, some were neither booked nor told that the slot is taken.`);
    }
  }
  console.log(`  longest answer: ${longest.toFixed(0)} ms, of at most ${counted(LONGEST_MILLIS)}`);
}

/** Books, and then asks for the free slots of a day. */
async function load(
  { url, serverPid, databasePid }: BenchClinic,
  { booking, day }: { booking: () => { token: string; body: string }; day: string },
): Promise<void> {
  const { signal } = new AbortController();
  const shared = { url, connections: CONNECTIONS, seconds: ROUND_SECONDS, serverPid, databasePid, signal };
  const requests: readonly HttpLoad['request'][] = [
    {
      method: 'POST',
      path: '/api/bookings',
      setupRequest: (sent) => {
        const { token, body } = booking();
        return { ...sent, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body };
      },
    },
    { method: 'GET', path: `/api/v2/appointmentOptions?date=${encodeURIComponent(mediumDateFromIso(day))}` },
  ];
  for (const request of requests) await loadOverHttp({ ...shared, request });
}

/** Prints what PostgreSQL does while the answer is late. */
async function watching<Result>(pool: pg.Pool, ask: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(() => void printActivity(pool), SUSPICIOUS_MILLIS);
  try {
    return await ask();
  } finally {
    clearInterval(timer);
  }
}

async function printActivity(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    `select pid, application_name, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
       now() - xact_start as in_transaction, now() - query_start as since, left(query, 200) as query
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by xact_start`,
  );
  const { rows: locks } = await pool.query(
    `select pid, locktype, mode, relation::regclass::text as relation, classid, objid, waitstart from pg_locks where not granted`,
  );
  console.log(`  Late. PostgreSQL says:\n${JSON.stringify({ activity: rows, locks }, null, 2)}`);
}

import { randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { addDays } from '@openhours/server/features/schedule/index.ts';
import { startBenchClinic } from './bench-clinic.ts';
import { firstDay, openBenchOptions, requestAt } from './booking-requests.ts';
import { memoryOf, memoryOfTree } from './memory.ts';
import { insertPatients, listPatients } from './patients.ts';
import { percentile } from './rounds.ts';

/**
 * `npm run bench -- --soak`: an hour of patients who look at days and book, while others listen for live events. Prints
 * the memory of the server and of PostgreSQL every five minutes, and the last third beside the second.
 */

const MINUTES = process.argv.includes('--quick') ? 3 : 60;
const SAMPLE_SECONDS = 5;
const LINES = 12;
/** A second. */
const LOOKS = 60;
const BOOKINGS = 30;
const LISTENERS = 200;
const DAYS = 30;
/** Before access tokens end. */
const RENEW_MILLIS = 10 * 60_000;
const MB = 1_048_576;

interface Sample {
  readonly server: number;
  readonly database: number;
}

export async function measureSoak(cleanUp: AsyncDisposableStack): Promise<void> {
  const clinic = await startBenchClinic(cleanUp);
  const { database, url, secret, serverPid, databasePid } = clinic;
  await openBenchOptions(database);
  let patients = await insertPatients(database.db, { secret, issuer: url });
  const day = firstDay(new Date());
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  for (const { token } of patients.slice(0, LISTENERS)) {
    const stream = get(`${url}/api/events`, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.on('error', () => undefined);
    });
    stream.on('error', () => undefined);
  }

  const counts = new Map<number, number>();
  const count = (status: number) => counts.set(status, (counts.get(status) ?? 0) + 1);
  const look = async () => {
    const date = mediumDateFromIso(addDays(day, Math.floor(Math.random() * DAYS)));
    const answer = await fetch(`${url}/api/v2/appointmentOptions?date=${encodeURIComponent(date)}`);
    await answer.arrayBuffer();
    count(answer.status);
  };
  let request = 0;
  const book = async () => {
    const { token, body } = requestAt((request += 1), { firstDay: day, patients });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const answer = await fetch(`${url}/api/bookings`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    count(answer.status);
  };
  const renewTokens = async () => {
    patients = await listPatients({ secret, issuer: url });
  };
  const failed = () => count(0);
  const timers = [
    setInterval(() => void look().catch(failed), 1000 / LOOKS),
    setInterval(() => void book().catch(failed), 1000 / BOOKINGS),
    setInterval(() => void renewTokens().catch(failed), RENEW_MILLIS),
  ];

  console.log(
    `Soak: ${MINUTES} minutes of ${LOOKS} looks and ${BOOKINGS} bookings a second, ${LISTENERS} live connections`,
  );
  console.log('  minute   server MB   PostgreSQL MB');
  const samples: Sample[] = [];
  const wanted = (MINUTES * 60) / SAMPLE_SECONDS;
  while (samples.length < wanted) {
    await sleep(SAMPLE_SECONDS * 1000);
    const sample = { server: await memoryOf(serverPid), database: await memoryOfTree(databasePid) };
    samples.push(sample);
    if (samples.length % Math.round(wanted / LINES) === 0) {
      const minute = ((samples.length * SAMPLE_SECONDS) / 60).toFixed(1);
      console.log(`  ${minute.padStart(6)} ${inMb(sample.server)} ${inMb(sample.database)}`);
    }
  }
  for (const timer of timers) clearInterval(timer);
  agent.destroy();

  const third = Math.floor(samples.length / 3);
  const median = (of: keyof Sample, from: number) =>
    percentile(
      samples.slice(from, from + third).map((sample) => sample[of]),
      0.5,
    ) ?? 0;
  const growth = (of: keyof Sample) => (median(of, 2 * third) / median(of, third)).toFixed(2);
  const answers = [...counts].map(([status, times]) => `${times} answers ${status || 'missing'}`).join(', ');
  console.log(`  ${answers}`);
  console.log(`  last / second third: server ${growth('server')}, PostgreSQL ${growth('database')}`);
}

const inMb = (bytes: number) => (bytes / MB).toFixed(0).padStart(11);

import { setTimeout as sleep } from 'node:timers/promises';
import { outgoingMessages } from '@openhours/server/database/schema/messages.ts';
import { type BenchClinic, startBenchClinic, WITH_LIMITS } from './bench-clinic.ts';
import { firstDay, holdAt, openBenchOptions, requestAt } from './booking-requests.ts';
import { cpuMillisOf, cpuMillisOfTree } from './cpu-time.ts';
import { addPastBookings, settle } from './history.ts';
import { type BenchPatient, headersOf, insertPatients } from './patients.ts';

/**
 * `npm run bench -- --costs`: what docs/scaling.md counts with. Processor time of the node and of PostgreSQL for one call,
 * one booking and one email, each alone, and the bytes of a stored appointment and a stored email.
 */
const COUNT = process.argv.includes('--quick') ? 200 : 1000;
const STORED = 20_000;
const WIDTH = 68;
/** Of an appointment with a payment. */
const TABLES = ['bookings', 'busy_times', 'booking_history', 'payments', 'payment_orders', 'payment_log'];

export async function measureCosts(cleanUp: AsyncDisposableStack): Promise<void> {
  const clinic = await startBenchClinic(cleanUp, WITH_LIMITS);
  const { database, secret, url } = clinic;
  const patients = await insertPatients(database.db, { secret, issuer: url });
  await database.pool.query('update people set email_verified = true');
  await openBenchOptions(database);
  const from = { firstDay: firstDay(new Date()), patients };
  const send = async (
    method: string,
    path: string,
    { body, ...patient }: Pick<BenchPatient, 'token' | 'address'> & { body?: string },
  ) => {
    const answer = await fetch(url + path, {
      method,
      headers: headersOf(patient),
      ...(body !== undefined && { body }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };

  const patientAt = (number: number) => patients[number % patients.length] ?? { token: '', email: '', address: '' };
  const each = (work: (number: number) => Promise<unknown>) => async (first: number) => {
    for (let number = first; number < first + COUNT; number += 1) {
      await work(number);
    }
  };
  console.log(`Costs: processor time, each alone, the mean of ${COUNT} after as many\n`);
  console.log(`  ${''.padEnd(WIDTH)}node ms  PostgreSQL ms`);
  const print = async (what: string, work: (first: number) => Promise<unknown>) => {
    await work(0);
    const { node, database } = await timesOf(clinic, () => work(COUNT));
    const number = (millis: number) => (millis / COUNT).toFixed(2);
    console.log(`  ${what.padEnd(WIDTH)}${number(node).padStart(7)}${number(database).padStart(15)}`);
  };

  await print(
    'a call of a signed-in person: their appointments',
    each((number) => {
      const { email, ...patient } = patientAt(number);
      return send('GET', `/api/bookings?email=${encodeURIComponent(email)}`, patient);
    }),
  );
  // Emails have a line of their own.
  await database.pool.query(POSTPONE);
  await print(
    'a hold',
    each((number) => send('POST', '/api/holds', holdAt(number, from))),
  );
  await print(
    'the booking of the held slot, with its events and its email queued',
    each((number) => send('POST', '/api/bookings', requestAt(number, from))),
  );
  await database.pool.query('drop function postpone cascade');
  await print('an email, written, sent, and received by the sandbox', async (first) => {
    await database.pool.query(
      `update outgoing_messages set due_at = now()
       where id in (select id from outgoing_messages where state = 'waiting' order by id limit ${COUNT})`,
    );
    // This wakes the node.
    await send('POST', '/api/bookings', requestAt(2 * COUNT + first, from));
    while ((await countDue(clinic)) > 0) await sleep(20);
  });

  const bytes = (tables: readonly string[]) => bytesOf(clinic, tables);
  await settle(database);
  const before = await bytes(TABLES);
  await addPastBookings(database, STORED);
  await settle(database);
  const stored = ((await bytes(TABLES)) - before) / STORED;
  const sent = (await bytes(['outgoing_messages'])) / (await database.db.$count(outgoingMessages));
  console.log(`\n  stored, an appointment with its time and a payment: ${(stored / 1000).toFixed(1)} kB`);
  console.log(`  stored, an email, for a month: ${(sent / 1000).toFixed(1)} kB`);
}

const POSTPONE = `
  create function postpone() returns trigger language plpgsql as
    $$ begin new.due_at := new.due_at + interval '1 day'; return new; end $$;
  create trigger postpone before insert on outgoing_messages for each row execute function postpone()`;

async function countDue({ database: { pool } }: BenchClinic): Promise<number> {
  const { rowCount } = await pool.query(
    `select from outgoing_messages where state in ('waiting', 'sending') and due_at < now() + interval '1 hour'`,
  );
  return rowCount ?? 0;
}

/** With indexes. */
async function bytesOf({ database: { pool } }: BenchClinic, tables: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) name',
    [tables],
  );
  return rows[0]?.bytes ?? 0;
}

async function timesOf({ serverPid, databasePid }: BenchClinic, work: () => Promise<unknown>) {
  const times = async () => ({
    node: (await cpuMillisOf(serverPid)) ?? Number.NaN,
    database: (await cpuMillisOfTree(databasePid)) ?? Number.NaN,
  });
  const before = await times();
  await work();
  const after = await times();
  return { node: after.node - before.node, database: after.database - before.database };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { ask, findPrograms, OWNER, startPrimary, until } from '../server/simulations/failover/cluster.ts';
import { openDatabase } from '../server/src/database/connect.ts';
import { openOption } from '../server/testing/clinic.ts';
import { openEventStream } from '../server/testing/event-stream.ts';
import { createTestClient, type TestClient } from '../server/testing/test-client.ts';
import { freePort, startServerProcess, type TestProcess } from '../server/testing/test-process.ts';
import { silent } from '../server/testing/test-server.ts';
import { check, end, has, run } from './trial.ts';

/**
 * `npm run try:database` tries what docs/operations.md says about PostgreSQL of one's own: each `sslmode`, with a
 * certificate authority made here, and two nodes on PgBouncer in transaction mode, encrypted on both of its sides. Each time,
 * people sign up and book. It needs Debian's packages postgresql, pgbouncer and openssl.
 */
const PATIENTS = 20;
const POOL_SIZE = 8;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const folder = mkdtempSync(join(tmpdir(), 'openhours-database-'));
const place = join(folder, 'postgresql');
mkdirSync(place);
chmodSync(folder, 0o755);
if (OWNER) chownSync(place, OWNER.uid, OWNER.gid);

/** An authority, a certificate that it signed for `localhost`, and another authority that signed nothing. */
function makeCertificates() {
  const at = (name: string) => join(folder, name);
  const newKey = (name: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    at(name),
  ];
  const authority = (name: string) =>
    run(
      'openssl',
      'req',
      '-x509',
      ...newKey(`${name}.key`),
      '-out',
      at(`${name}.crt`),
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    );
  authority('ca');
  authority('another');
  run('openssl', 'req', ...newKey('server.key'), '-out', at('server.csr'), '-subj', '/CN=localhost');
  writeFileSync(at('names'), 'subjectAltName=DNS:localhost');
  const by = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('names')];
  run('openssl', 'x509', '-req', '-in', at('server.csr'), '-out', at('server.crt'), '-days', '2', ...by);
  for (const name of ['server.key', 'server.crt']) if (OWNER) chownSync(at(name), OWNER.uid, OWNER.gid);
  chmodSync(at('server.key'), 0o600);
  return { key: at('server.key'), certificate: at('server.crt'), authority: at('ca.crt'), another: at('another.crt') };
}

const programs = findPrograms();
if (programs === undefined) throw new Error("Install Debian's package postgresql.");
if (!has('pgbouncer')) throw new Error("Install Debian's package pgbouncer.");
const files = makeCertificates();
const primary = await startPrimary({
  programs,
  folder: place,
  data: join(place, 'data'),
  settings: { ssl: 'on', ssl_cert_file: files.certificate, ssl_key_file: files.key },
});
const stops: (() => unknown)[] = [() => primary.stop()];
const verified = `?sslmode=verify-full&sslrootcert=${files.authority}`;
const addressOf = (port: number, rest: string, host = 'localhost') =>
  `postgresql://openhours@${host}:${port}/openhours${rest}`;

/** A node on this database, or the lines with which it refused to start. */
async function startNode(database: Readonly<Record<string, string>>): Promise<TestProcess | string> {
  const settings = {
    AUTH_SECRET: '0123456789abcdef'.repeat(4),
    DEMO: 'off',
    DATA_DIR: join(folder, 'data'),
    MAX_UNPAID_BOOKINGS: '1000',
  };
  try {
    return await startServerProcess({ ...settings, ...database });
  } catch (error) {
    return String(error);
  }
}

interface Patient {
  readonly client: TestClient;
  readonly email: string;
}

async function signUp(url: string, count: number): Promise<readonly Patient[]> {
  const patients = await Promise.all(
    Array.from({ length: count }, async () => {
      const [client, email] = [createTestClient(url), `${uuidv7()}@example.org`];
      const body = { name: 'Pat Example', email, password: 'Correct1!' };
      const { status } = await client.post('/api/auth/sign-up/email', body);
      if (status !== 200) throw new Error(`The sign-up failed with ${status}.`);
      return { client, email };
    }),
  );
  const direct = new pg.Client(addressOf(primary.port, ''));
  await direct.connect();
  await direct.query('update people set email_verified = true');
  await direct.end();
  return patients;
}

/** An option of a calendar of its own. */
async function newOption(): Promise<{ optionId: string; treatment: string }> {
  const database = await openDatabase({ connection: addressOf(primary.port, ''), poolSize: 1, log: silent });
  const treatment = `Podiatry ${uuidv7()}`;
  const doctor = { id: null, name: `Doctor ${uuidv7()}`, photo: null };
  const { optionId } = await openOption(database.db, { treatment, priceMinor: 0, doctor });
  await database.close();
  return { optionId, treatment };
}

/** Books a slot of the option on this day at this node. */
async function book(
  { client, email }: Patient,
  where: { at: string; option: { optionId: string; treatment: string }; on: string },
): Promise<number> {
  const { at, option, on } = where;
  const slot = { appointmentDate: mediumDateFromIso(on), slot: '09:00 AM - 09:30 AM', price: 0 };
  const body = { ...slot, patient: 'Pat Example', email, ...option };
  return (await client.request('POST', '/api/bookings', { at, body, headers: { 'idempotency-key': uuidv7() } })).status;
}

async function tryEncryption(): Promise<void> {
  const option = await newOption();
  let days = 2;
  for (const [rest, isEncrypted] of [
    ['', false],
    ['?sslmode=disable', false],
    ['?sslmode=no-verify', true],
    [verified, true],
    [`?sslmode=require&sslrootcert=${files.authority}`, true],
    [`?sslmode=prefer&sslrootcert=${files.authority}`, true],
    [`?sslmode=verify-ca&sslrootcert=${files.authority}`, true],
  ] as const) {
    const mode = rest.split('&')[0] || 'no sslmode';
    const node = await startNode({ DATABASE_URL: addressOf(primary.port, rest) });
    if (typeof node === 'string') throw new Error(`${mode}: ${node}`);
    const [patient] = await signUp(node.url, 1);
    const status = patient && (await book(patient, { at: node.url, option, on: day((days += 1)) }));
    const found = await ask(
      primary.port,
      `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name like 'openhours%'`,
    );
    await node.kill('SIGTERM');
    const how = isEncrypted ? 'every connection is encrypted' : 'no connection is encrypted';
    check(`${mode}: a booking is made, and ${how}`, status === 200 && String(found) === String(isEncrypted), {
      status,
      found,
    });
  }
  for (const [what, url] of [
    [
      'verify-full with another authority',
      addressOf(primary.port, `?sslmode=verify-full&sslrootcert=${files.another}`),
    ],
    ['verify-full with another name of the server', addressOf(primary.port, verified, '127.0.0.1')],
    ['verify-full without the authority', addressOf(primary.port, '?sslmode=verify-full')],
    ['require without the authority', addressOf(primary.port, '?sslmode=require')],
  ] as const) {
    const node = await startNode({ DATABASE_URL: url });
    const isRefused = typeof node === 'string' && /certificate|altnames/i.test(node);
    if (typeof node !== 'string') await node.kill('SIGTERM');
    check(`${what}: the node does not start, and says why`, isRefused, typeof node === 'string' ? node : 'It started.');
  }
}

/** PgBouncer in transaction mode, encrypted to its clients and to the server. */
async function startPooler(port: number): Promise<ChildProcess> {
  const [ini, people] = [join(folder, 'pgbouncer.ini'), join(folder, 'people.txt')];
  writeFileSync(people, '"openhours" ""\n"postgres" ""\n');
  writeFileSync(
    ini,
    `[databases]
openhours = host=localhost port=${primary.port} dbname=openhours
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${people}
admin_users = postgres
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
client_tls_sslmode = require
client_tls_key_file = ${files.key}
client_tls_cert_file = ${files.certificate}
server_tls_sslmode = verify-full
server_tls_ca_file = ${files.authority}
`,
  );
  const child = spawn('pgbouncer', ['--quiet', ini], { ...OWNER, stdio: 'ignore' });
  await until(() =>
    onPooler(port, 'show version').then(
      () => true,
      () => false,
    ),
  );
  return child;
}

/** A command on PgBouncer's console. */
async function onPooler(port: number, command: string): Promise<readonly Record<string, unknown>[]> {
  const admin = new pg.Client(`postgresql://postgres@localhost:${port}/pgbouncer${verified}`);
  await admin.connect();
  try {
    return (await admin.query<Record<string, unknown>>(command)).rows;
  } finally {
    await admin.end();
  }
}

const isReady = async (node: TestProcess) => (await fetch(`${node.url}/readyz`)).status === 200;

async function tryPooler(): Promise<void> {
  const port = await freePort();
  let pooler = await startPooler(port);
  stops.unshift(() => end(pooler, 'SIGINT'));
  const settings = {
    DATABASE_URL: addressOf(port, verified),
    DATABASE_DIRECT_URL: addressOf(primary.port, verified),
  };
  const refused = await startNode(settings);
  const lines = typeof refused === 'string' ? (refused.match(/alter role [^;]*;/g) ?? []) : [];
  check('without the settings of its role, a node prints the lines for them', lines.length === 3, refused);
  for (const line of lines) await ask(primary.port, line);
  await onPooler(port, 'reconnect');

  const nodes: TestProcess[] = [];
  for (const number of [1, 2]) {
    const node = await startNode(settings);
    if (typeof node === 'string') throw new Error(`Node ${number}: ${node}`);
    nodes.push(node);
    stops.unshift(() => node.kill('SIGTERM'));
  }
  const [one, other] = nodes;
  if (!one || !other) return;
  const patients = await signUp(one.url, PATIENTS);
  const at = (number: number) => (number % 2 === 0 ? one : other).url;

  const places = await Promise.all(patients.map(newOption));
  const apart = await Promise.all(
    places.map(async (option, number) => {
      const patient = patients[number];
      const statuses: (number | undefined)[] = [];
      for (let days = 2; days < 12; days += 1) {
        statuses.push(patient && (await book(patient, { at: at(number + days), option, on: day(days) })));
      }
      return statuses;
    }),
  );
  const booked = apart.flat().filter((status) => status === 200).length;
  check(`${PATIENTS} people make ${booked} bookings at two nodes`, booked === 10 * PATIENTS, apart);
  const option = await newOption();
  const together = await Promise.all(
    patients.map((patient, number) => book(patient, { at: at(number), option, on: day(20) })),
  );
  const sorted = together.toSorted((low, high) => low - high);
  check(
    'of all who book one slot, one gets it',
    sorted[0] === 200 && sorted.slice(1).every((status) => status === 409),
    sorted,
  );
  const [pool] = (await onPooler(port, 'show pools')).filter(({ database }) => database === 'openhours');
  const connections = Number(pool?.['sv_active']) + Number(pool?.['sv_idle']) + Number(pool?.['sv_used']);
  check(
    `PgBouncer gives connections for a transaction: ${connections} of the server for ${Number(pool?.['cl_active'])} of the nodes`,
    pool?.['pool_mode'] === 'transaction' && connections <= POOL_SIZE && Number(pool['cl_active']) > POOL_SIZE,
    pool,
  );
  const [patient] = patients;
  if (!patient) return;
  const events = await openEventStream(patient.client, other.url);
  await events.until(({ type }) => type === 'ready', 2_000);
  await patient.client.request('POST', '/api/auth/sign-out', { at: one.url, body: {} });
  await events.until(({ type }) => type === 'signedOut', 2_000);
  check('live events come from one node to the other', true);
  events.close();

  check('/readyz is answered through PgBouncer', (await isReady(one)) && (await isReady(other)));
  const busy = Array.from({ length: POOL_SIZE }, () => new pg.Client(addressOf(port, verified)));
  await Promise.all(busy.map((client) => client.connect()));
  await Promise.all(busy.map((client) => client.query('begin; select 1')));
  check('while all connections of PgBouncer are in transactions, nodes are not ready', !(await isReady(one)));
  await Promise.all(busy.map((client) => client.query('rollback')));
  await Promise.all(busy.map((client) => client.end()));
  await until(() => isReady(one));
  check('afterwards they are', true);
  await end(pooler, 'SIGINT');
  check('without PgBouncer, nodes are not ready', !(await isReady(one)) && !(await isReady(other)));
  pooler = await startPooler(port);
  await until(async () => (await isReady(one)) && (await isReady(other)));
  const [, second] = patients;
  const again = second && (await book(second, { at: other.url, option, on: day(21) }));
  check('when it is back, they are, and people book', again === 200, again);
}

try {
  console.log('Encryption');
  // The schema, before the first option.
  const first = await startNode({ DATABASE_URL: addressOf(primary.port, '') });
  if (typeof first === 'string') throw new Error(first);
  await first.kill('SIGTERM');
  await tryEncryption();
  console.log(`PgBouncer ${run('pgbouncer', '--version').split('\n')[0]?.split(' ')[1]}`);
  await tryPooler();
  console.log('\nAll of it works.');
} finally {
  for (const stop of stops) await stop();
  await sleep(100);
  rmSync(folder, { recursive: true, force: true });
}

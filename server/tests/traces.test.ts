import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DELIVER_JOB } from '../src/features/messages/deliver-messages.ts';
import { createPgBossQueue } from '../src/providers/jobs/pg-boss.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../testing/test-database.ts';
import { startServerProcess, type TestProcess } from '../testing/test-process.ts';
import { startTraceReceiver, type TraceReceiver } from '../testing/trace-receiver.ts';

/** The real server, and a collector of traces. */

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const FAILED = 2;
const traceOf = (digit: string) => digit.repeat(32);
const PARENT = '00f067aa0ba902b7';
const parentOf = (trace: string) => ({ traceparent: `00-${trace}-${PARENT}-01` });

let receiver: TraceReceiver;
let database: TestDatabase;
let folder: string;
let server: TestProcess;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  database = await createTestDatabase({ poolSize: 5 });
  folder = await mkdtemp(join(tmpdir(), 'openhours-traces-'));
  server = await startServerProcess({
    DATABASE_URL: urlOf(database.connection),
    AUTH_SECRET: 'a secret that only this test knows',
    DATA_DIR: folder,
    DEMO: 'off',
    LOG_LEVEL: 'debug',
    TRUSTED_PROXIES: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20of-the-test',
    OTEL_SERVICE_NAME: 'clinic-under-test',
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  });
});

afterAll(async () => {
  await server.kill('SIGTERM');
  await database.close();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

it('records requests with their statements, emails and jobs, and says nothing about people', async () => {
  const trace = traceOf('a');
  const name = 'Rosalind Personal';
  const email = 'rosalind.personal@example.org';
  const patient = createTestClient(server.url);
  await patient.post('/api/auth/sign-up/email', { name, email, password: 'Correct1!' });
  await patient.get('/api/me/export?secret=personal-query', parentOf(trace));
  await patient.get(`/api/users/admin/${email}`);
  await database.pool.query('alter table bookings rename to gone');
  const failing = traceOf('b');
  const { status } = await patient.get('/api/me/export', parentOf(failing));
  await database.pool.query('alter table gone rename to bookings');
  const jobs = createPgBossQueue({ ...database, names: [DELIVER_JOB], log: pino({ level: 'silent' }) });
  await jobs.send(database.db, { name: DELIVER_JOB, data: parentOf(traceOf('c')) });
  const quick = traceOf('d');
  for (let times = 0; times < 3; times += 1) {
    await createTestClient(server.url).get('/api/v2/appointmentOptions?date=Jan%205,%202024', parentOf(quick));
  }

  const request = await receiver.find(({ traceId, kind }) => traceId === trace && kind === SERVER);
  expect(request).toMatchObject({ name: 'GET /api/me/export', parentSpanId: PARENT });
  expect(request.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/me/export',
    'http.response.status_code': 200,
    'openhours.caller': 'patient',
  });
  const statements = receiver.spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.every(({ kind, traceId }) => kind === CLIENT && traceId === trace)).toBe(true);
  expect(statements.map(({ attributes }) => attributes['db.query.text']).join()).toContain('"people"');

  const failed = await receiver.find(({ traceId, kind }) => traceId === failing && kind === SERVER);
  expect(failed.attributes['http.response.status_code']).toBe(status);
  expect(failed).toMatchObject({ status: { code: FAILED }, attributes: { 'error.type': '500' } });

  const mail = await receiver.find(({ name }) => name === 'SMTP');
  expect(mail.attributes).toEqual({ 'openhours.outcome': 'accepted' });

  const linked = ({ links }: { links: readonly { traceId: string }[] }) => links[0]?.traceId === traceOf('c');
  const job = await receiver.find(linked);
  expect(job).toMatchObject({ name: `job ${DELIVER_JOB}`, kind: CONSUMER });
  expect(job.parentSpanId).toBeUndefined();
  expect(job.traceId).not.toBe(traceOf('c'));

  const isQuick = ({ traceId, kind }: { traceId: string; kind: number }) => traceId === quick && kind === SERVER;
  await expect.poll(() => receiver.spans.filter(isQuick).length).toBe(3);

  expect(server.output()).toContain(`"traceId":"${trace}"`);
  expect([...receiver.services]).toEqual(['clinic-under-test']);
  expect([...receiver.authorizations]).toEqual(['Bearer of-the-test']);
  const everything = receiver.bodies.join('\n');
  for (const personal of [email, name, 'personal-query', encodeURIComponent(email)]) {
    expect(everything).not.toContain(personal);
  }
}, 60_000);

it('sends the last spans when it stops', async () => {
  const trace = traceOf('e');
  await createTestClient(server.url).get('/api/me/export', parentOf(trace));
  await server.kill('SIGTERM');
  expect(receiver.spans.filter(({ traceId, kind }) => traceId === trace && kind === SERVER)).toHaveLength(1);
  expect(await server.ended).toBe(0);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { personWith } from '../../testing/admins.ts';
import { startDatabaseRelay } from '../../testing/database-relay.ts';
import { openEventStream } from '../../testing/event-stream.ts';
import { startPayingClinic } from '../../testing/paying.ts';
import { startTestApp } from '../../testing/test-app.ts';
import * as schema from '../database/schema/index.ts';
import { createMetrics } from './metrics.ts';
import { createReadiness } from './readiness.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TOKEN = 'a token for the tests only';
const app = await startTestApp({ environment: { METRICS_TOKEN: TOKEN }, poolSize: 2 });

describe('probes', () => {
  it('of the process and of its readiness are answered while every connection of the pool is in use', async () => {
    const busy = await Promise.all([app.database.pool.connect(), app.database.pool.connect()]);
    const client = app.client();
    expect(await client.get('/livez')).toMatchObject({ status: 200, body: { status: 'alive' } });
    expect(await client.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    for (const one of busy) one.release();
  });

  it('that we do not have find no page', async () => {
    for (const path of ['/healthz', '/health', '/health/live', '/status', '/ping', '/actuator/health']) {
      expect((await app.client().get(path)).status, path).toBe(404);
    }
  });
});

describe('readiness', () => {
  it('ends when the database stops to answer, within its deadline, and comes back', async () => {
    const relay = await startDatabaseRelay(app.database.connection);
    const { options } = app.database.pool;
    const pool = new pg.Pool({ ...options, password: options.password, host: '127.0.0.1', port: relay.port });
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const readiness = createReadiness({ pool, log });
    expect(await readiness.whyNot()).toBeUndefined();
    relay.freeze();
    // A query of the pool waits longer than the probe.
    const pools = pool.query('select 1').catch(() => 'the pool has given up');
    const both = Promise.all([readiness.whyNot(), readiness.whyNot()]);
    expect(await Promise.race([both, pools])).toEqual(['the database does not answer', 'the database does not answer']);
    relay.thaw();
    expect(await readiness.whyNot()).toBeUndefined();
    expect(await readiness.whyNot()).toBeUndefined();
    // Once for all probes of an outage.
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, msg: 'the database does not answer, so /readyz is 503' },
      { level: 30, msg: 'the database answers again, so /readyz is 200' },
    ]);
    readiness.beginToStop();
    expect(await readiness.whyNot()).toBe('the server is stopping');
    await readiness.close();
    await pool.end();
    await relay.stop();
  });
});

describe('metrics', () => {
  const read = (authorization?: string) => app.client().get('/metrics', authorization ? { authorization } : {});

  it('need the token', async () => {
    for (const authorization of [undefined, 'Bearer', `Bearer ${TOKEN}x`, TOKEN]) {
      expect((await read(authorization)).status).toBe(401);
    }
    await using other = await startTestApp({ beside: app });
    expect((await other.client().get('/metrics', { authorization: `Bearer ${TOKEN}` })).status).toBe(404);
  });

  it('are those of the instructions and of the alerts', async () => {
    const { body } = await read(`Bearer ${TOKEN}`);
    const own = [...String(body['text']).matchAll(/^# TYPE (openhours_\w+)/gm)].map(([, name = '']) => name);
    const named = (file: string) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/openhours_[a-z_]+[a-z]/g)];
    const metrics = (file: string) => named(file).map(([name]) => name.replace(/_count$/, ''));
    const database = 'openhours_restored';
    expect(new Set(metrics('docs/operations.md'))).toEqual(new Set([...own, database]));
    expect(metrics('deploy/prometheus-rules.yaml').filter((name) => !own.includes(name))).toEqual([]);
  });

  it('are answered while every connection of the pool is in use', async () => {
    const busy = await Promise.all([app.database.pool.connect(), app.database.pool.connect()]);
    const { body } = await read(`Bearer ${TOKEN}`);
    expect(String(body['text'])).toContain('openhours_pool_connections{state="busy"} 2');
    expect(String(body['text'])).toContain('openhours_database_up 1');
    for (const one of busy) one.release();
  });

  it('leave out the figures of the clinic while the database does not answer', async () => {
    const relay = await startDatabaseRelay(app.database.connection);
    const { options } = app.database.pool;
    const pool = new pg.Pool({ ...options, password: options.password, host: '127.0.0.1', port: relay.port });
    const none = () => 0;
    const metrics = createMetrics({
      aside: drizzle(pool, { schema }),
      version: '1.2.3',
      pool,
      countConnections: none,
      countWaiting: none,
      log: pino({ level: 'silent' }),
      now: () => new Date(),
    });
    const ofClinic = /^openhours_(messages|messages_oldest_due_seconds|payments_on_hold)[ {]/m;
    const before = await metrics.text();
    expect(before).toContain('openhours_database_up 1');
    expect(before).toMatch(ofClinic);
    relay.freeze();
    const during = await metrics.text();
    expect(during).toContain('openhours_database_up 0');
    expect(during).not.toMatch(ofClinic);
    expect(during).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(during).toContain('openhours_build_info{version="1.2.3"} 1');
    await relay.stop();
    await pool.end();
  });

  it("count the clinic's jobs by name and state, and payments of the last day by state", async () => {
    await using clinic = await startPayingClinic({ environment: { METRICS_TOKEN: TOKEN } });
    const { sandbox } = clinic;
    const admin = await personWith(clinic.app, { isAdmin: true });
    const figures = async (): Promise<readonly string[]> => {
      const { body } = await admin.get('/metrics', { authorization: `Bearer ${TOKEN}` });
      const lines = String(body['text']).match(/^openhours_(jobs|payments)_?.*/gm) ?? [];
      return lines.map((line) => line.replace('openhours_', '')).toSorted();
    };
    const pay = async () => {
      const bookingId = await clinic.booking(admin);
      const transactionId = await clinic.confirmedCard(admin, bookingId);
      await admin.post('/api/payments', { price: 140, transactionId, email: admin.email, bookingId });
      return bookingId;
    };
    sandbox.stripe.deliver({ how: 'never' });
    expect(await figures()).toEqual(['payments_on_hold 0']);
    await pay();
    const cancelled = await pay();
    expect((await admin.post(`/api/bookings/${cancelled}/cancel`, {})).status).toBe(200);
    // A payment counts as paid until its refund has succeeded.
    const payments = ['payments_of_a_day{state="paid"} 2', 'payments_on_hold 0'];
    expect(await figures()).toEqual(['jobs{name="refund-card",state="created"} 1', ...payments]);

    sandbox.disturb(({ provider }) => (provider === 'stripe' ? { how: 'error-503' } : undefined));
    await expect(clinic.app.runJobs()).rejects.toThrow();
    expect(await figures()).toEqual(['jobs{name="refund-card",state="retry"} 1', ...payments]);
  });

  it('count requests by route and status, and say nothing about people', async () => {
    const person = await personWith(app, { name: 'Pat Private' });
    await app.client().get('/readyz');
    await person.get(`/api/users/admin/${person.email}`);
    await person.get('/api/bookings/01970000-0000-7000-8000-000000000000');
    await app.client().get('/wp-login.php');
    const events = await openEventStream(person, app.url);
    await events.until(({ type }) => type === 'ready');
    const { status, body, headers } = await read(`Bearer ${TOKEN}`);
    events.close();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/plain');
    const text = String(body['text']);
    expect(text).toMatch(/openhours_request_seconds_count\{call="GET \/users\/admin\/\{email\}",status="200"\} 1\n/);
    expect(text).toMatch(/openhours_request_seconds_count\{call="GET \/bookings\/\{id\}",status="404"\} 1\n/);
    expect(text).toMatch(/openhours_request_seconds_count\{call="page",status="\d+"\} \d+\n/);
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'openhours_pool_connections{state="waiting"} 0',
      'openhours_live_connections 1',
      'openhours_messages{state="due"}',
      'openhours_messages{state="failed"} 0',
      'openhours_messages_oldest_due_seconds',
      'openhours_payments_on_hold 0',
      'openhours_database_up 1',
      'call="probe",status="200"',
    ]) {
      expect(text).toContain(name);
    }
    expect(text).not.toMatch(/@|Private|wp-login/);
  });
});

describe('the log of requests', () => {
  const lineOf = (path: string, node = app) =>
    node.logLines.map((line) => JSON.parse(line) as Record<string, unknown>).findLast((line) => line['path'] === path);

  it('says as what somebody made the request, and nothing else about them', async () => {
    const admin = await personWith(app, { isAdmin: true });
    await admin.get('/api/audit');
    expect(lineOf('/api/audit')).toMatchObject({ caller: 'admin', method: 'GET', status: 200 });
    await app.client().get('/api/v2/appointmentDays');
    expect(lineOf('/api/v2/appointmentDays')).toMatchObject({ caller: 'nobody' });
    expect(app.logLines.join('')).not.toContain(admin.email);
  });

  it('keeps the id and the trace that a proxy of ours gives, if they have the usual form', async () => {
    await using behind = await startTestApp({ beside: app, environment: { TRUSTED_PROXIES: '1' } });
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { 'x-request-id': 'proxy-id-12345', traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    expect((await behind.client().get('/api/session', headers)).headers.get('x-request-id')).toBe('proxy-id-12345');
    expect(lineOf('/api/session', behind)).toMatchObject({ requestId: 'proxy-id-12345', traceId: trace });
    const odd = { 'x-request-id': 'a"b{}<script>', traceparent: 'nonsense' };
    expect((await behind.client().get('/api/session', odd)).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(lineOf('/api/session', behind)).not.toHaveProperty('traceId');
  });
});

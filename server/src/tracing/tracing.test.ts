import { createServer } from 'node:http';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { startLocalServer } from '../../testing/local-server.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTraceReceiver } from '../../testing/trace-receiver.ts';
import { traceSettings } from '../config/traces.ts';
import type { RequestVariables } from '../http/request-variables.ts';
import { createStripePayments } from '../providers/card-payments/stripe.ts';
import { createSslcommerzPayments } from '../providers/hosted-page/sslcommerz.ts';
import { createPgBossQueue } from '../providers/jobs/pg-boss.ts';
import { startTracing } from './start-tracing.ts';

const log = pino({ level: 'silent' });

/** A server that answers 503 to everything, or nothing at all. */
async function serve(isSilent = false): Promise<string> {
  const listener = createServer((_, outgoing) => {
    if (!isSilent)
      outgoing.writeHead(503, { 'content-type': 'application/json', 'stripe-should-retry': 'false' }).end('{}');
  });
  const { url, close } = await startLocalServer(listener);
  onTestFinished(close);
  return url;
}

function startFor(endpoint: string) {
  const settings = traceSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: undefined,
    OTEL_EXPORTER_OTLP_PROTOCOL: undefined,
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: undefined,
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: undefined,
    OTEL_SERVICE_NAME: 'test',
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_TRACES_SAMPLER_ARG: 1,
  });
  if (!settings) throw new Error('no endpoint');
  return startTracing(settings, { trustedProxies: 0, version: 'test', log });
}

it("records calls of both of Node's clients, and no password in an address", async () => {
  const receiver = await startTraceReceiver();
  const provider = await serve();
  const tracing = startFor(receiver.url);
  const callbacks = { ipn: '', success: '', fail: '', cancel: '' };
  const store = {
    storeId: 'shop',
    storePassword: 'the-password-of-the-shop',
    live: false,
    isPage: () => false,
    callbacks,
  };
  await createSslcommerzPayments({ ...store, gatewayUrl: provider })
    .acceptsKeys()
    .catch(() => undefined);
  const account = { secretKey: 'sk_test_key-of-stripe', webhookSecret: 'whsec_test', live: false, clinic: 'test' };
  await createStripePayments({ ...account, apiUrl: provider })
    .find('pi_1')
    .catch(() => undefined);
  await tracing.stop();
  await receiver.close();

  expect(receiver.spans.map(({ name }) => name)).toEqual(['GET 127.0.0.1', 'GET 127.0.0.1']);
  for (const { attributes, status } of receiver.spans) {
    expect(attributes['http.response.status_code']).toBe(503);
    expect(status.code).toBe(2);
  }
  expect(receiver.bodies.join()).not.toMatch(/the-password|key-of-stripe/);
});

it('gives a job the request that queued it, and believes no traceparent without a proxy', async () => {
  const receiver = await startTraceReceiver();
  const tracing = startFor(receiver.url);
  const database = await createTestDatabase({ poolSize: 2 });
  const queue = createPgBossQueue({ ...database, names: ['test'], log });
  const app = new Hono<{ Variables: RequestVariables }>();
  app.use(tracing.request);
  app.post('/orders/:id', async (context) => {
    await tracing.watchJobs(queue).send(database.db, { name: 'test', data: { orderId: context.req.param('id') } });
    return context.body(null, 204);
  });
  const theirs = 'f'.repeat(32);
  await app.request('/orders/7', { method: 'POST', headers: { traceparent: `00-${theirs}-00f067aa0ba902b7-01` } });
  const jobs: unknown[] = [];
  await queue.runNow([{ name: 'test', work: async (data) => void jobs.push(data) }]);
  await tracing.stop();
  await database.close();
  await receiver.close();

  const [request] = receiver.spans;
  expect(request?.name).toBe('POST /orders/:id');
  expect(request?.traceId).not.toBe(theirs);
  expect(jobs).toEqual([{ orderId: '7', traceparent: `00-${request?.traceId}-${request?.spanId}-01` }]);
});

it('stops although the collector never answers', async () => {
  const tracing = startFor(await serve(true));
  await fetch(await serve());
  const started = performance.now();
  await tracing.stop();
  expect(performance.now() - started).toBeLessThan(5_000);
});

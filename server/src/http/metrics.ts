import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { countOutbox } from '../features/messages/outbox-counts.ts';
import { countPaymentsOfToday, countPaymentsOnHold } from '../features/payments/payment-counts.ts';
import { countJobs } from '../providers/jobs/pg-boss.ts';
import { isProbe } from './health.ts';
import type { RequestVariables } from './request-log.ts';

/** How long a scrape waits for the database. */
const MOST_MILLIS = 1000;

export interface Metrics {
  /** Measures every answer. Mount it before everything else. */
  readonly measure: MiddlewareHandler<{ Variables: RequestVariables }>;
  /** Counts an answer that `measure` does not see. */
  readonly count: (answer: { call: string; status: number; seconds: number }) => void;
  /** In the text format of Prometheus. Asks the database for what is counted there. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** The figures of one node. Those of the clinic as a whole are the same on every node. */
export function createMetrics({
  aside,
  pool,
  countConnections,
  countWaiting,
  log,
  now,
}: {
  /** Has a connection although all of `pool` are taken. */
  aside: Database;
  pool: pg.Pool;
  countConnections: () => number;
  countWaiting: () => number;
  log: Logger;
  now: () => Date;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'openhours_request_seconds',
    help: 'Requests by call and status, and how long they took',
    labelNames: ['call', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  new Gauge({
    name: 'openhours_live_connections',
    help: 'Browsers that listen for live events on this node',
    registers,
    collect() {
      this.set(countConnections());
    },
  });
  new Gauge({
    name: 'openhours_waiting_requests',
    help: 'Requests that wait for their turn on this node',
    registers,
    collect() {
      this.set(countWaiting());
    },
  });
  new Gauge({
    name: 'openhours_pool_connections',
    help: "Connections of this node's pool, and requests that wait for one",
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const isUp = new Gauge({
    name: 'openhours_database_up',
    help: 'Whether the database answers. If it is 0, the figures about the whole clinic are missing',
    registers,
  });
  const jobs = new Gauge({
    name: 'openhours_jobs',
    help: 'Jobs that are not done, by name and state: created, retry, active',
    labelNames: ['name', 'state'] as const,
    registers,
  });
  const messages = new Gauge({
    name: 'openhours_messages',
    help: 'Messages to people that are due and not sent yet, or failed',
    labelNames: ['state'] as const,
    registers,
  });
  const oldest = new Gauge({
    name: 'openhours_messages_oldest_due_seconds',
    help: 'For how long the oldest message that is due has been waiting',
    registers,
  });
  const payments = new Gauge({
    name: 'openhours_payments_of_a_day',
    help: 'Payments that were settled in the last 24 hours, by state',
    labelNames: ['state'] as const,
    registers,
  });
  const onHold = new Gauge({
    name: 'openhours_payments_on_hold',
    help: 'Payments that wait for the decision of an admin',
    registers,
  });

  return {
    async measure(context, next) {
      const stop = requests.startTimer();
      await next();
      stop({ call: labelOf(context), status: String(context.res.status) });
    },
    count({ call, status, seconds }) {
      requests.observe({ call, status: String(status) }, seconds);
    },
    async text() {
      const asked = Promise.all([
        countOutbox(aside, now()),
        countPaymentsOfToday(aside, now()),
        countPaymentsOnHold(aside),
        countJobs(aside),
      ]).catch((error: unknown) => log.warn({ err: error }, 'the figures of the clinic could not be read'));
      const figures = await withinDeadline(asked);
      isUp.set(figures ? 1 : 0);
      // A figure that is not known is missing: an old one would look like a new one.
      for (const gauge of [messages, payments, jobs]) gauge.reset();
      for (const gauge of [oldest, onHold]) gauge.remove();
      if (figures) {
        const [outbox, paid, waiting, unfinished] = figures;
        messages.set({ state: 'due' }, outbox.due);
        messages.set({ state: 'failed' }, outbox.failed);
        oldest.set(outbox.oldestDueSeconds);
        for (const { state, count } of paid) payments.set({ state }, count);
        onHold.set(waiting);
        for (const { name, state, count } of unfinished) jobs.set({ name, state }, count);
      }
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/**
 * Returns undefined if there is no answer in time: while the database does not answer, the other figures are needed
 * most.
 */
function withinDeadline<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  return Promise.race([asked, sleep(MOST_MILLIS, undefined, { ref: false })]);
}

/** The call of the contract, or the kind of everything else, so that ids and addresses are not labels. */
function labelOf({ req, get }: Context<{ Variables: RequestVariables }>): string {
  const { path } = req;
  return (
    get('call') ?? (path.startsWith('/api/auth/') ? 'sign-in' : path.startsWith('/api/') ? 'other' : fileOrPage(path))
  );
}

function fileOrPage(path: string): string {
  return path.startsWith('/assets/') ? 'asset' : isProbe(path) ? 'probe' : 'page';
}

/** `/metrics`, for whoever sends the token as a bearer token. Without a token in the settings there is nothing. */
export function mountMetrics(
  app: Hono<{ Variables: RequestVariables }>,
  { metrics, token }: { metrics: Metrics; token: string | undefined },
): void {
  if (token === undefined) return;
  const right = digest(`Bearer ${token}`);
  app.get('/metrics', async (context) => {
    const given = digest(context.req.header('authorization') ?? '');
    if (!timingSafeEqual(right, given)) return context.text('', 401, { 'www-authenticate': 'Bearer' });
    return context.body(await metrics.text(), 200, {
      'content-type': metrics.contentType,
      'cache-control': 'no-store',
    });
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isSame } from '../call/signature.ts';
import type { Database } from '../database/database.ts';
import { countOutbox } from '../features/messages/outbox-counts.ts';
import { countPaymentsOfToday, countPaymentsOnHold } from '../features/payments/payment-counts.ts';
import { countJobs } from '../providers/jobs/pg-boss.ts';
import { isProbe } from './health.ts';
import type { RequestVariables } from './request-variables.ts';

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
  version,
  log,
  now,
}: {
  /** Has a connection although all of `pool` are taken. */
  aside: Database;
  pool: pg.Pool;
  countConnections: () => number;
  countWaiting: () => number;
  version: string;
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
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  gauge('openhours_build_info', 'The version of Openhours; always 1', 'version').set({ version }, 1);
  const connections = gauge('openhours_live_connections', 'Browsers that listen for live events on this node');
  const waitingRequests = gauge('openhours_waiting_requests', 'Requests that wait for their turn on this node');
  const pooled = gauge(
    'openhours_pool_connections',
    "Connections of this node's pool, and requests that wait for one",
    'state',
  );
  const isUp = gauge(
    'openhours_database_up',
    'Whether the database answers. If it is 0, the figures about the whole clinic are missing',
  );
  const jobs = gauge(
    'openhours_jobs',
    'Jobs that are not done, by name and state: created, retry, active',
    'name',
    'state',
  );
  const messages = gauge('openhours_messages', 'Messages to people that are due and not sent yet, or failed', 'state');
  const oldest = gauge(
    'openhours_messages_oldest_due_seconds',
    'For how long the oldest message that is due has been waiting',
  );
  const payments = gauge(
    'openhours_payments_of_a_day',
    'Payments that were settled in the last 24 hours, by state',
    'state',
  );
  const onHold = gauge('openhours_payments_on_hold', 'Payments that wait for the decision of an admin');

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
      connections.set(countConnections());
      waitingRequests.set(countWaiting());
      pooled.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      pooled.set({ state: 'idle' }, pool.idleCount);
      pooled.set({ state: 'waiting' }, pool.waitingCount);
      isUp.set(figures ? 1 : 0);
      // A figure that is not known is missing: an old one would look like a new one.
      for (const one of [messages, payments, jobs]) one.reset();
      for (const one of [oldest, onHold]) one.remove();
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
  app.get('/metrics', async (context) => {
    const given = context.req.header('authorization') ?? '';
    if (!isSame(given, `Bearer ${token}`)) return context.text('', 401, { 'www-authenticate': 'Bearer' });
    return context.body(await metrics.text(), 200, {
      'content-type': metrics.contentType,
      'cache-control': 'no-store',
    });
  });
}

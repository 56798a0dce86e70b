import type { Database } from '../../database/database.ts';
import type { JobHandler } from '../../providers/jobs/port.ts';
import { REFUND_JOBS } from './books.ts';
import {
  type Counted,
  comparePayments,
  forEach,
  LIMIT,
  namesOf,
  newTally,
  orderIds,
  type Run,
  refundMissed,
  type Tally,
} from './compare-payments.ts';
import { listOrdersElsewhere, listOrdersToAsk } from './order-store.ts';
import { carryOutRefund } from './refund-payment.ts';
import { listBookingsToRefund, listRefundsToAsk } from './refund-store.ts';
import { ORDER_LIVES_MINUTES } from './rules.ts';
import { askAboutOrder, moveOrder, type PaymentServices } from './settle-payment.ts';

export const RECONCILE_JOB = 'reconcile-payments';
export const COMPARE_JOB = 'compare-payments';
export const PAYMENT_JOBS = [...Object.values(REFUND_JOBS), RECONCILE_JOB, COMPARE_JOB] as const;

/** The time limit of one run. The queue restarts a job after five minutes. */
const RECONCILE_MILLIS = 50_000;
const COMPARE_MILLIS = 240_000;
/** Every minute, missed refunds of the last hour are looked for; every hour, all. */
const RECENT_MILLIS = 3_600_000;

interface ScheduledWork {
  /** How long one run may take. */
  readonly millis: number;
  readonly work: (db: Database, run: Run) => Promise<Tally>;
}

/** The background jobs of payments, on any node. A scheduled job does not start while a run of it is in progress. */
export function paymentJobs(parts: {
  db: Database;
  services: PaymentServices;
  now: () => Date;
}): readonly JobHandler[] {
  const { db, services, now } = parts;
  const scheduled = (name: string, cron: string, { millis, work }: ScheduledWork): JobHandler => ({
    name,
    cron,
    work: async () => {
      const run = { now: now(), services, signal: AbortSignal.timeout(millis) };
      const tally = await services.jobs.alone(name, () => work(db, run));
      if (tally?.isComplete === false)
        services.log.warn({ job: name, ...tally }, 'a run did not get to everything; the next one goes on');
    },
  });
  return [
    ...Object.values(REFUND_JOBS).map((name) => ({
      name,
      work: async ({ refundId = '' }) => carryOutRefund(db, refundId, { now: now(), services }),
    })),
    scheduled(RECONCILE_JOB, '* * * * *', { millis: RECONCILE_MILLIS, work: reconcilePayments }),
    scheduled(COMPARE_JOB, '17 * * * *', { millis: COMPARE_MILLIS, work: compareEverything }),
  ];
}

/**
 * Looks for missed refunds however long ago, and compares payments with the providers. In this order: a comparison may
 * use all the time of a run.
 */
async function compareEverything(db: Database, run: Run): Promise<Tally> {
  const missed = newTally();
  await refundMissed(db, await listBookingsToRefund(db, { limit: LIMIT }), { run, count: missed });
  const count = await comparePayments(db, run);
  return {
    ...count,
    asked: missed.asked + count.asked,
    failed: missed.failed + count.failed,
    isComplete: missed.isComplete && count.isComplete,
  };
}

/**
 * Asks the providers about everything that has been open for a while: orders, refunds, and payments of cancelled
 * bookings. Each provider is asked separately, so that a slow or failing one does not delay the other.
 */
export async function reconcilePayments(db: Database, run: Run): Promise<Tally> {
  const { now, services, dueBy: by = now } = run;
  const count = newTally();
  const since = new Date(now.getTime() - RECENT_MILLIS);
  await refundMissed(db, await listBookingsToRefund(db, { limit: LIMIT, since }), { run, count });
  await endOrdersElsewhere(db, { run, count });
  await Promise.all(
    namesOf(services).map(async (provider) => {
      const due = { provider, by, limit: LIMIT };
      const refund = async () =>
        forEach(await listRefundsToAsk(db, due), { run, count, ids: (refundId) => ({ refundId, provider }) }, (id) =>
          carryOutRefund(db, id, { now, services, dueBy: by }),
        );
      const settle = async () =>
        forEach(await listOrdersToAsk(db, due), { run, count, ids: orderIds }, async (order) => {
          if ((await askAboutOrder(db, { order, now, services })) === 'settled') count.settled += 1;
        });
      await Promise.all([refund(), settle()]);
    }),
  );
  return count;
}

/**
 * Ends the old orders of providers that the clinic has removed from its settings, which nobody can ask. Otherwise a
 * booking whose payment was being processed could never be paid or released.
 */
async function endOrdersElsewhere(db: Database, { run, count }: Counted): Promise<void> {
  const { now, services } = run;
  const before = new Date(now.getTime() - ORDER_LIVES_MINUTES * 60_000);
  const orders = await listOrdersElsewhere(db, { providers: namesOf(services), before, limit: LIMIT });
  await forEach(orders, { run, count, ids: orderIds }, (order) => moveOrder(db, { order, event: 'ended', now }));
}

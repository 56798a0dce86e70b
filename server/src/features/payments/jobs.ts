import type { Database } from '../../database/database.ts';
import type { JobHandler } from '../../providers/jobs/port.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { comparePayments } from './compare-payments.ts';
import { COMPARE_JOB, type MoneyDesk, RECONCILE_JOB, REFUND_JOB, TELL_JOB } from './money-desk.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { tellAboutPayment } from './tell-about-payment.ts';

export const PAYMENT_JOBS = [REFUND_JOB, TELL_JOB, RECONCILE_JOB, COMPARE_JOB] as const;

/** What payments have done in the background, on any node. */
export function paymentJobs(parts: { db: Database; desk: MoneyDesk; now: () => Date }): readonly JobHandler[] {
  const { db, desk, now } = parts;
  return [
    {
      name: REFUND_JOB,
      work: async ({ refundId = '' }) => carryOutRefund(db, { refundId, now: now(), desk }),
    },
    { name: TELL_JOB, work: async (about) => tellAboutPayment(db, { ...about, desk }) },
    {
      name: RECONCILE_JOB,
      everyMinutes: '* * * * *',
      work: async () => void (await reconcilePayments(db, { now: now(), desk })),
    },
    {
      name: COMPARE_JOB,
      everyMinutes: '17 * * * *',
      work: async () => void (await comparePayments(db, { now: now(), desk })),
    },
  ];
}

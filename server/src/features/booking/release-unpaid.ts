import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { JobHandler, Jobs } from '../../providers/jobs/port.ts';
import { findRules } from '../schedule/index.ts';
import { giveTimeAfterOutage } from './book-again.ts';
import type { CancelBookings } from './cancel-bookings.ts';
import { notPaidMessage, overdueBefore } from './pay-by.ts';
import { listUnpaidOf } from './queries.ts';
import { lockBooking } from './store.ts';

export const RELEASE_JOB = 'release-unpaid-bookings';

/** How many bookings one run cancels at most; the next run, a minute later, goes on. */
const MOST = 500;
/** About how many bookings the providers are asked at once. If one does not answer, each question takes until its deadline. */
const AT_ONCE = 8;

/**
 * Cancels bookings that had to be paid when they were made and were not, every minute. Before that, asks the provider
 * about payments that were begun. If it does not answer, the patient gets the same time again. A payment that arrives
 * later books it again if its time is still free (`bookAgain`), and is refunded otherwise.
 */
export function releaseJob(parts: {
  db: Database;
  jobs: Jobs;
  cancelBookings: CancelBookings;
  /** Asks the providers about the payments that were begun for a booking. False: one does not answer. */
  askAboutPayments: (bookingId: string, now: Date) => Promise<boolean>;
  /**
   * Without payments the job does nothing. It is still started if the server took payments before, because its schedule
   * stays in the database.
   */
  takesPayments: boolean;
  now: () => Date;
  log: Logger;
}): JobHandler {
  const { db, jobs, cancelBookings, askAboutPayments, takesPayments, now: clock, log } = parts;
  const release = async (bookingId: string, now: Date) => {
    const isAnswered = await askAboutPayments(bookingId, now);
    await inTransaction(db, async (tx) => {
      // Whoever pays at the same moment has this lock too, so exactly one of the two is first.
      const booking = await lockBooking(tx, bookingId);
      const overdue = { dueBefore: overdueBefore(now), now, limit: 1, bookingId };
      if (!booking?.payBy || (await listUnpaidOf(tx, overdue)).length === 0) return;
      if (!isAnswered) return giveTimeAfterOutage(tx, { booking, now });
      const { timeZone } = await findRules(tx);
      const reason = notPaidMessage(booking.payBy, timeZone);
      await cancelBookings(tx, { which: { bookingIds: [bookingId] }, by: null, as: 'system', reason, now });
    });
  };
  return {
    name: RELEASE_JOB,
    cron: '* * * * *',
    work: async () => {
      if (!takesPayments) return;
      await jobs.alone(RELEASE_JOB, async () => {
        const now = clock();
        const unpaid = await listUnpaidOf(db, { dueBefore: overdueBefore(now), now, limit: MOST });
        await pLimit(AT_ONCE).map(unpaid, (id) =>
          release(id, now).catch((error: unknown) =>
            log.warn({ err: error, bookingId: id }, 'an unpaid booking could not be cancelled'),
          ),
        );
      });
    },
  };
}

import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { JobHandler } from '../../providers/jobs/port.ts';
import { queueMessagesOnce } from '../messages/index.ts';
import { findRules } from '../schedule/index.ts';
import { reminderDue } from './mail-reminder.ts';
import { advanceReminders, listToRemindOf, type RemindedBooking } from './reminder-store.ts';
import { remindersDue, startsToRemindOf } from './reminders.ts';
import { listTreatedWithAccount } from './treated-with-account.ts';

export const REMINDERS_JOB = 'queue-reminders';

/** Appointments that are read, and whose messages are inserted, by one statement each. */
const AT_A_TIME = 500;

/**
 * Queues the reminders whose time has come since the last run, every minute. A row says until when they are queued, so
 * each is queued once, also after nodes were down. If a wrong clock made that row wrong, the reminder's id prevents a
 * second one. The person treated gets it too if they have got an account of their own since it was booked for them. A
 * reminder that would have left before the appointment got its time is not queued.
 */
export function remindersJob({ db, now: clock }: { db: Database; now: () => Date }): JobHandler {
  return {
    name: REMINDERS_JOB,
    cron: '* * * * *',
    work: () =>
      inTransaction(db, async (tx) => {
        const now = clock();
        const queuedUntil = await advanceReminders(tx, now);
        if (!queuedUntil) return;
        // From the database: this node may not know a new time zone yet.
        const { timeZone } = await findRules(tx);
        const time = { since: queuedUntil, now, timeZone };
        for (const starts of startsToRemindOf(time)) {
          for (let after: RemindedBooking | undefined, isMore = true; isMore; ) {
            const bookings = await listToRemindOf(tx, { starts, now, after, limit: AT_A_TIME });
            const withAccount = await listTreatedWithAccount(tx, bookings);
            const due = bookings.flatMap((booking) => {
              const { patientId, treatedId, changedAt } = booking;
              const isOfTwo = treatedId !== patientId && withAccount.has(treatedId);
              const since = changedAt > time.since ? changedAt : time.since;
              return remindersDue(booking, { ...time, since }).flatMap((reminder) =>
                [patientId, ...(isOfTwo ? [treatedId] : [])].map((personId) =>
                  reminderDue(booking, { ...reminder, personId, now }),
                ),
              );
            });
            if (due.length > 0) await queueMessagesOnce(tx, due);
            after = bookings.at(-1);
            isMore = bookings.length === AT_A_TIME;
          }
        }
      }),
  };
}

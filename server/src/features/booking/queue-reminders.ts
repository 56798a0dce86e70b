import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { JobHandler } from '../../providers/jobs/port.ts';
import { queueMessagesOnce } from '../messages/index.ts';
import type { ClinicClock } from '../schedule/index.ts';
import { reminderDue } from './mail-reminder.ts';
import { advanceReminders, listToRemindOf } from './reminder-store.ts';
import { daysToRemindOf, remindersDue } from './reminders.ts';

export const REMINDERS_JOB = 'queue-reminders';

/** Messages that one statement inserts. */
const AT_A_TIME = 500;

/**
 * Queues the reminders whose time has come since the last run, every minute. A row says until when they are queued, so
 * each is queued once, also after nodes were down. If a wrong clock made that row wrong, the reminder's id prevents a
 * second one. A reminder that would have left before the appointment was booked is not queued.
 */
export function remindersJob(parts: { db: Database; clinic: ClinicClock; now: () => Date }): JobHandler {
  const { db, clinic, now: clock } = parts;
  return {
    name: REMINDERS_JOB,
    cron: '* * * * *',
    work: () =>
      inTransaction(db, async (tx) => {
        const now = clock();
        const queuedUntil = await advanceReminders(tx, now);
        if (!queuedUntil) return;
        const time = { since: queuedUntil, now, timeZone: clinic.timeZone };
        const bookings = await listToRemindOf(tx, { days: daysToRemindOf(time), now });
        const due = bookings.flatMap((booking) => {
          const since = booking.bookedAt > time.since ? booking.bookedAt : time.since;
          return remindersDue(booking, { ...time, since }).map((reminder) =>
            reminderDue(booking, { ...reminder, now }),
          );
        });
        for (let from = 0; from < due.length; from += AT_A_TIME) {
          await queueMessagesOnce(tx, due.slice(from, from + AT_A_TIME));
        }
      }),
  };
}

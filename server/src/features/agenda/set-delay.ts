import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { publishToStaff } from '../booking/index.ts';
import { emailsTo } from '../identity/index.ts';
import { publish } from '../live/index.ts';
import { queueMessage } from '../messages/index.ts';
import { clinicDay, dateAt } from '../schedule/index.ts';
import { findCalendar, listStillWaiting, saveDelay } from './store.ts';

/**
 * Says by how many minutes a calendar is behind today, and tells the patients who still wait. The same delay a second
 * time tells nobody.
 *
 * @returns the number of waiting appointments whose patient gets an email, and of those whose patient no email reaches
 */
export function setDelay(
  db: Database,
  delay: { calendarId: string; minutes: number; by: string; now: Date; timeZone: string },
): Promise<{ readonly notified: number; readonly withoutEmail: number } | 'not-found'> {
  const { calendarId, minutes, by, now, timeZone } = delay;
  const day = dateAt(now, timeZone);
  return inTransaction(db, async (tx) => {
    if ((await findCalendar(tx, calendarId)) === undefined) return 'not-found';
    if (!(await saveDelay(tx, { calendarId, day, minutes, by, now }))) return { notified: 0, withoutEmail: 0 };
    const waiting = await listStillWaiting(tx, { calendarId, day, now });
    const notAfter = new Date(clinicDay(day, timeZone).closingAt(24 * 60));
    for (const { id: bookingId, patientId } of waiting) {
      const about = { bookingId, minutes: String(minutes), day, calendarId };
      await queueMessage(tx, { kind: 'running-late', personId: patientId, about, notAfter, now });
      await publish(tx, { to: [patientId], event: { type: 'booking', bookingId } });
    }
    await publishToStaff(tx, { day, calendarId });
    // A message to an unconfirmed address is queued too. It is sent if the address is confirmed in time.
    const notified = waiting.filter(({ addressee }) => emailsTo(addressee) === 'on').length;
    return { notified, withoutEmail: waiting.length - notified };
  });
}

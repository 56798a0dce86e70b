import { addDays, clinicDay, dateAt } from '../schedule/index.ts';

/** Which reminder: a week, a day or two hours before the appointment. Topics of messages. */
export const REMINDERS = ['reminder-week', 'reminder-day', 'reminder-hours'] as const;
export type Reminder = (typeof REMINDERS)[number];

const DAYS_BEFORE = { 'reminder-week': 7, 'reminder-day': 1 } as const;
const HOURS_BEFORE = 2;
const HOUR_MILLIS = 3_600_000;
/** Nobody is woken up: reminders that are days ahead leave between these hours. */
const EARLIEST_MINUTE = 8 * 60;
const LATEST_MINUTE = 20 * 60;

interface Time {
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly startMinute: number;
  readonly startsAt: Date;
}

export interface DueReminder {
  readonly which: Reminder;
  readonly at: Date;
}

/**
 * The reminders of an appointment that leave after `since`, until `now`. Those of a week and of a day before leave at the
 * appointment's time of day, moved into the day between 8 and 20 o'clock. Pure. @param timeZone the clinic's
 */
export function remindersDue(
  { day, startMinute, startsAt }: Time,
  { since, now, timeZone }: { since: Date; now: Date; timeZone: string },
): readonly DueReminder[] {
  const minute = Math.min(Math.max(startMinute, EARLIEST_MINUTE), LATEST_MINUTE);
  const daysBefore = (days: number) => new Date(clinicDay(addDays(day, -days), timeZone).closingAt(minute));
  return REMINDERS.map((which) => ({
    which,
    at:
      which === 'reminder-hours'
        ? new Date(startsAt.getTime() - HOURS_BEFORE * HOUR_MILLIS)
        : daysBefore(DAYS_BEFORE[which]),
  })).filter(({ at }) => at > since && at <= now);
}

/**
 * The days, by the clinic's calendar, of the appointments that may have a reminder which leaves between these times. It
 * looks back a week at most: older reminders are of appointments in the past. Pure.
 */
export function daysToRemindOf({
  since,
  now,
  timeZone,
}: {
  since: Date;
  now: Date;
  timeZone: string;
}): ReadonlySet<string> {
  const today = dateAt(now, timeZone);
  const weekAgo = addDays(today, -DAYS_BEFORE['reminder-week']);
  const sinceDay = dateAt(since, timeZone);
  const days = new Set([today, dateAt(new Date(now.getTime() + HOURS_BEFORE * HOUR_MILLIS), timeZone)]);
  for (let day = sinceDay > weekAgo ? sinceDay : weekAgo; day <= today; day = addDays(day, 1)) {
    for (const before of Object.values(DAYS_BEFORE)) days.add(addDays(day, before));
  }
  return days;
}

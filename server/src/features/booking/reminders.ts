import { addDays, clinicDay } from '../schedule/index.ts';

/** Which reminder: a week, a day or two hours before the appointment. Topics of messages. */
export const REMINDERS = ['reminder-week', 'reminder-day', 'reminder-hours'] as const;
export type Reminder = (typeof REMINDERS)[number];

const DAYS_BEFORE = { 'reminder-week': 7, 'reminder-day': 1 } as const;
const HOURS_BEFORE = 2;
/** Nobody is woken up: reminders that are days ahead leave between these hours. */
const EARLIEST_MINUTE = 8 * 60;
const LATEST_MINUTE = 20 * 60;

interface Time {
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly startMinute: number;
  readonly startsAt: Date;
}

/**
 * When the reminders of an appointment leave that are still ahead at `now`. Those of a week and of a day before leave at
 * the appointment's time of day, moved into the day between 8 and 20 o'clock. Pure. @param timeZone the clinic's
 */
export function remindersOf(
  { day, startMinute, startsAt }: Time,
  { now, timeZone }: { now: Date; timeZone: string },
): readonly { readonly which: Reminder; readonly at: Date }[] {
  const minute = Math.min(Math.max(startMinute, EARLIEST_MINUTE), LATEST_MINUTE);
  const daysBefore = (days: number) => new Date(clinicDay(addDays(day, -days), timeZone).closingAt(minute));
  return REMINDERS.map((which) => ({
    which,
    at:
      which === 'reminder-hours'
        ? new Date(startsAt.getTime() - HOURS_BEFORE * 3_600_000)
        : daysBefore(DAYS_BEFORE[which]),
  })).filter(({ at }) => at > now);
}

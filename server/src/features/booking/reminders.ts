import { addDays, clinicDay, dateAt, daysBetween, nightEndsAt } from '../schedule/index.ts';

/** Which reminder: a week, a day or two hours before the appointment. Topics of messages. */
export const REMINDERS = ['reminder-week', 'reminder-day', 'reminder-hours'] as const;
export type Reminder = (typeof REMINDERS)[number];

const DAYS_BEFORE = { 'reminder-week': 7, 'reminder-day': 1 } as const;
const HOURS_BEFORE_MILLIS = 2 * 3_600_000;
const MINUTES_A_DAY = 1440;
/** Nobody is woken up: reminders that are days ahead leave between these hours. Late ones: see `textReminderFrom`. */
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

/** Start times of one day, by the clinic's wall clock. */
export interface StartTimes {
  /** 'YYYY-MM-DD' */
  readonly day: string;
  /** Minutes of the day, both included. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

interface Period {
  readonly since: Date;
  readonly now: Date;
  /** The clinic's. */
  readonly timeZone: string;
}

/** The reminders of an appointment that leave after `since`, until `now`. Pure. */
export function remindersDue(
  { day, startMinute, startsAt }: Time,
  { since, now, timeZone }: Period,
): readonly DueReminder[] {
  return REMINDERS.map((which) => ({
    which,
    at: new Date(
      which === 'reminder-hours'
        ? startsAt.getTime() - HOURS_BEFORE_MILLIS
        : daysBefore(day, { which, timeZone })(startMinute),
    ),
  })).filter(({ at }) => at > since && at <= now);
}

/**
 * When the reminder leaves that is days before the appointments of a day, by their start: at the same time of day, moved
 * into the day between 8 and 20 o'clock.
 */
function daysBefore(
  day: string,
  { which, timeZone }: { which: keyof typeof DAYS_BEFORE; timeZone: string },
): (startMinute: number) => number {
  const { closingAt } = clinicDay(addDays(day, -DAYS_BEFORE[which]), timeZone);
  return (startMinute) => closingAt(Math.min(Math.max(startMinute, EARLIEST_MINUTE), LATEST_MINUTE));
}

/** How long after the planned time a reminder is not late. */
const USUAL_DELAY_MILLIS = 3_600_000;

/**
 * The earliest time of a reminder as a text message that is to be sent now, perhaps late, after an outage. Undefined: at
 * once. Pure.
 *
 * @param timeZone the clinic's
 */
export function textReminderFrom(which: Reminder, { now, timeZone }: Omit<Period, 'since'>): Date | undefined {
  if (which === 'reminder-hours') return undefined;
  // The night begins at the latest time for which a reminder is planned.
  const morning = nightEndsAt(new Date(now.getTime() - USUAL_DELAY_MILLIS), timeZone);
  return morning === undefined ? undefined : new Date(morning);
}

/**
 * When the appointments begin that lie ahead and have a reminder which leaves after `since`, until `now`: usually a
 * minute of each of three days. No start is in two of them. It looks back a week at most: older reminders are of
 * appointments in the past. Pure.
 */
export function startsToRemindOf({ since, now, timeZone }: Period): readonly StartTimes[] {
  const today = dateAt(now, timeZone);
  const weekAgo = addDays(today, -DAYS_BEFORE['reminder-week']);
  const latest = (one: string, other: string) => (one > other ? one : other);
  const period = { since: since.getTime(), now: now.getTime() };
  const found: StartTimes[] = [];

  for (const which of ['reminder-week', 'reminder-day'] as const) {
    for (const leavesOn of daysBetween(latest(dateAt(since, timeZone), weekAgo), today)) {
      const day = addDays(leavesOn, DAYS_BEFORE[which]);
      found.push({ day, ...startsThatLeave(daysBefore(day, { which, timeZone }), period) });
    }
  }
  const hoursLater = (time: Date) => dateAt(new Date(time.getTime() + HOURS_BEFORE_MILLIS), timeZone);
  for (const day of daysBetween(latest(hoursLater(since), today), hoursLater(now))) {
    const { closingAt } = clinicDay(day, timeZone);
    found.push({ day, ...startsThatLeave((minute) => closingAt(minute) - HOURS_BEFORE_MILLIS, period) });
  }
  return withoutOverlap(found.filter(({ day, fromMinute, toMinute }) => day >= today && fromMinute <= toMinute));
}

/** Of which starts the reminder leaves in a period. @param leavesAt by start; later starts leave no earlier */
function startsThatLeave(
  leavesAt: (startMinute: number) => number,
  { since, now }: { since: number; now: number },
): Pick<StartTimes, 'fromMinute' | 'toMinute'> {
  /** The first start whose reminder leaves after then, by halving. */
  const firstAfter = (then: number) => {
    let [from, to] = [0, MINUTES_A_DAY];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (leavesAt(middle) > then) to = middle;
      else from = middle + 1;
    }
    return from;
  };
  return { fromMinute: firstAfter(since), toMinute: firstAfter(now) - 1 };
}

function withoutOverlap(all: readonly StartTimes[]): readonly StartTimes[] {
  const merged: StartTimes[] = [];
  for (const one of all.toSorted((a, b) => a.day.localeCompare(b.day) || a.fromMinute - b.fromMinute)) {
    const last = merged.at(-1);
    if (last?.day === one.day && one.fromMinute <= last.toMinute) {
      merged[merged.length - 1] = { ...last, toMinute: Math.max(last.toMinute, one.toMinute) };
    } else merged.push(one);
  }
  return merged;
}

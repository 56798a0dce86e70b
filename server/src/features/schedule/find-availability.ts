import type { DayAvailability, NextFree } from '@openhours/contract/availability.ts';
import type { Database } from '../../database/database.ts';
import { availabilityOfDay, firstFree } from './availability.ts';
import type { PublicOption } from './availability-store.ts';
import { listTaken } from './busy-time-store.ts';
import { type BookingWindow, dayInView } from './rules.ts';
import { addDays, bookableDays, daysBetween, type Span } from './slots.ts';
import type { Timetable } from './timetable.ts';
import type { TimetableInForce } from './timetable-store.ts';

/** How many days one query covers in the search for the next free slot. */
const DAYS_AHEAD = 28;

export interface AvailabilityOfOption {
  readonly option: PublicOption;
  readonly days: readonly DayAvailability[];
  /** The first free slot from the first day up to the booking horizon. */
  readonly nextFree: NextFree | undefined;
}

/**
 * The availability of options on `days` days from `from` on, in order. One query over the bookings of these days; if an
 * option is full on all of them, one more query for every four weeks after them.
 *
 * @param question.from 'YYYY-MM-DD'
 */
export async function findAvailability(
  db: Database,
  question: {
    options: readonly PublicOption[];
    timetable: TimetableInForce;
    from: string;
    days: number;
    now: Date;
    /** Whose holds do not count. */
    holderId?: string | undefined;
  },
): Promise<readonly AvailabilityOfOption[]> {
  const { options, timetable, from, now, holderId } = question;
  const { rules: clinic } = timetable;
  const bookable = bookableDays({ now, ...clinic });
  const last = addDays(from, question.days - 1);
  const days = await daysOfOptions(db, { options, timetable, first: from, last, clinic, now, holderId });

  const nextFree = new Map<string, NextFree>();
  const note = (found: ReadonlyMap<string, readonly DayAvailability[]>) => {
    for (const [optionId, listed] of found) {
      const next = firstFree(listed);
      if (next) nextFree.set(optionId, next);
    }
  };
  note(days);
  let first = later(addDays(last, 1), bookable.first);
  while (first <= bookable.last && nextFree.size < options.length) {
    const until = earlier(addDays(first, DAYS_AHEAD - 1), bookable.last);
    const without = options.filter(({ optionId }) => !nextFree.has(optionId));
    note(await daysOfOptions(db, { options: without, timetable, first, last: until, clinic, now, holderId }));
    first = addDays(until, 1);
  }
  return options.map((option) => ({
    option,
    days: days.get(option.optionId) ?? [],
    nextFree: nextFree.get(option.optionId),
  }));
}

/** Every day from `first` to `last` of each option, by the option's id. */
async function daysOfOptions(
  db: Database,
  question: {
    options: readonly PublicOption[];
    timetable: Timetable;
    first: string;
    last: string;
    clinic: BookingWindow;
    now: Date;
    holderId: string | undefined;
  },
): Promise<ReadonlyMap<string, readonly DayAvailability[]>> {
  const { options, timetable, first, last, clinic, now, holderId } = question;
  const calendarIds = options.map(({ calendarId }) => calendarId);
  const taken = await listTaken(db, { first, last, calendarIds, now, holderId });
  const takenBy: ReadonlyMap<string, readonly Span[]> = Map.groupBy(
    taken,
    ({ date, calendarId }) => `${date} ${calendarId}`,
  );
  const days = new Map<string, DayAvailability[]>(options.map(({ optionId }) => [optionId, []]));
  for (const date of daysBetween(first, last)) {
    const view = dayInView({ date, clinic, now });
    for (const option of options) {
      const hours = { ...option, taken: takenBy.get(`${date} ${option.calendarId}`) ?? [] };
      days.get(option.optionId)?.push(availabilityOfDay(hours, { date, view, timetable }));
    }
  }
  return days;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

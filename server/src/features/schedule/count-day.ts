import { clinicDay, type Span } from './slots.ts';
import { type OptionHours, slotsOfOption, type Timetable } from './timetable.ts';

/** What the clinic has on a day: how many slots, which of them are free, and when the first free one starts. */
interface DayCount {
  readonly offered: number;
  readonly free: number;
  /** In milliseconds since 1970; `Infinity` if none is free. */
  readonly firstFree: number;
}

/** Counts the slots of a day over all options. Pure. */
export function countDay(question: {
  options: readonly Omit<OptionHours, 'taken'>[];
  timetable: Timetable;
  takenIn: (calendarId: string) => readonly Span[];
  date: string;
  timeZone: string;
  /** The first instant at which a slot may start. */
  earliest: number;
}): DayCount {
  const { options, timetable, takenIn, date, timeZone, earliest } = question;
  const day = clinicDay(date, timeZone);
  let offered = 0;
  let free = 0;
  let firstFree = Number.POSITIVE_INFINITY;
  for (const option of options) {
    const hours = { ...option, taken: takenIn(option.calendarId) };
    const slots = slotsOfOption(hours, { day, timetable, earliest });
    offered += slots.offered.length;
    free += slots.free.length;
    firstFree = Math.min(firstFree, slots.free[0]?.from ?? firstFree);
  }
  return { offered, free, firstFree };
}

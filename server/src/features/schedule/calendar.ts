import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentDay } from '@openhours/contract/schedule.ts';
import { addDays, clinicDay, type Span } from './slots.ts';
import { type OptionHours, slotsOfOption, type Timetable } from './timetable.ts';

export interface TakenOnDate extends Span {
  readonly calendarId: string;
  readonly date: string;
}

/** The number of free slots on each day from `first` to `last`, without closed days. */
export function appointmentDays(question: {
  options: readonly Omit<OptionHours, 'taken'>[];
  timetable: Timetable;
  taken: readonly TakenOnDate[];
  first: string;
  last: string;
  timeZone: string;
  /** The first instant at which a slot may start. */
  earliest: number;
}): readonly AppointmentDay[] {
  const { options, timetable, taken, first, last, timeZone, earliest } = question;
  const takenBy = Map.groupBy(taken, ({ date, calendarId }) => `${date} ${calendarId}`);
  const days: AppointmentDay[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const day = clinicDay(date, timeZone);
    let offered = 0;
    let spaces = 0;
    for (const option of options) {
      const hours = { ...option, taken: takenBy.get(`${date} ${option.calendarId}`) ?? [] };
      const slots = slotsOfOption(hours, { day, timetable, earliest });
      offered += slots.offered.length;
      spaces += slots.free.length;
    }
    if (offered > 0) days.push({ date: mediumDateFromIso(date), spaces });
  }
  return days;
}

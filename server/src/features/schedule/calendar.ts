import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentDay } from '@openhours/contract/schedule.ts';
import { addDays, clinicDay, freeSlots, type Opening, type Span, slotsOfDay } from './slots.ts';

export interface WeeklyOption {
  readonly calendarId: string;
  readonly minutes: number;
  readonly openings: readonly (Opening & { readonly weekday: number })[];
}

export interface TakenOnDate extends Span {
  readonly calendarId: string;
  readonly date: string;
}

/** How many slots are free on each day from `first` to `last`. Days on which nothing is open are left out. */
export function appointmentDays(question: {
  options: readonly WeeklyOption[];
  taken: readonly TakenOnDate[];
  first: string;
  last: string;
  timeZone: string;
  now: number;
}): readonly AppointmentDay[] {
  const { options, taken, first, last, timeZone, now } = question;
  const takenBy = Map.groupBy(taken, ({ date, calendarId }) => `${date} ${calendarId}`);
  const days: AppointmentDay[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const day = clinicDay(date, timeZone);
    let offered = 0;
    let spaces = 0;
    for (const { calendarId, minutes, openings } of options) {
      const slots = slotsOfDay(
        day,
        openings.filter(({ weekday }) => weekday === day.weekday),
        minutes,
      );
      offered += slots.length;
      spaces += freeSlots(slots, { taken: takenBy.get(`${date} ${calendarId}`) ?? [], now }).length;
    }
    if (offered > 0) days.push({ date: mediumDateFromIso(date), spaces });
  }
  return days;
}

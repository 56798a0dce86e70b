import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { closedOfClinic } from './closed-parts.tsx';
import { type CalendarFacts, dayState, type SpacesByDay } from './day-state.ts';

/** Says of a day, 'YYYY-MM-DD', that none of its options has a free slot. */
export function nothingFreeText(
  day: string,
  {
    options,
    ...facts
  }: Pick<CalendarFacts, 'today' | 'spaces'> & { options: readonly Pick<AppointmentOption, 'closed'>[] },
): string {
  const date = mediumDateFromIso(day);
  if (closedOfClinic(options).some(({ minutes }) => minutes === 1440)) return `The clinic is closed on ${date}`;
  if (dayState(day, facts) === 'no-hours') return `No appointments on ${date}`;
  return day === facts.today ? 'No appointments left today' : `No appointments left on ${date}`;
}

/** Follows it if there is no other free day to offer. Without any option, no day can ever be booked. */
export function noFreeDayText({
  spaces,
  options,
}: {
  spaces: SpacesByDay | undefined;
  options: readonly unknown[];
}): string {
  if (options.length === 0) return 'We are not open for bookings yet.';
  return spaces ? 'All days are fully booked at the moment. Please check again later.' : 'Pick another day.';
}

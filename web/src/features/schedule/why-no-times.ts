import type { ClosedPart, DayAvailability, DayStatus } from '@openhours/contract/availability.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { type CalendarFacts, dayState } from './day-state.ts';

/** Why an option has no free slots on a day. On a closing day: the reason of the closure. Empty if there are free slots. */
export function whyNoTimes({ status, closed }: Pick<DayAvailability, 'status' | 'closed'>): string {
  switch (status) {
    case 'free':
      return '';
    case 'full':
      return 'Fully booked';
    case 'day-off':
      return closed?.[0]?.reason ?? 'Day off';
    case 'past':
      return 'No more times today';
    case 'beyond-horizon':
      return 'Not open yet';
  }
}

/** When the whole clinic is closed on the day of these options, each time once. */
export function closedOfClinic(options: readonly Pick<AppointmentOption, 'closed'>[]): readonly ClosedPart[] {
  const parts = options.flatMap(({ closed = [] }) => closed).filter(({ whose }) => whose === 'clinic');
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

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

/** The closed times of a day that have not ended. */
export function notOver(
  parts: readonly ClosedPart[],
  { day, now }: { day: string; now: { today: string; minute: number } },
): readonly ClosedPart[] {
  return parts.filter(({ startMinute, minutes }) => day !== now.today || now.minute < startMinute + minutes);
}

/** Whether something can free up then, or soon after. */
export function canWait(status: DayStatus): boolean {
  return status === 'full' || status === 'past';
}

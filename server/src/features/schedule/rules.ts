import type { ClinicRules as SavedRules } from '@openhours/contract/clinic.ts';
import { bookableDays, type ClinicDay, clinicDay } from './slots.ts';
import { type DayOfOption, type OptionHours, slotsOfOption, type Timetable } from './timetable.ts';

/** The clinic's rules for bookings, and its clock. */
export interface ClinicRules extends SavedRules, ClinicClock {}

/** The clinic's clock. Read it when a call comes: an admin may change the zone. */
export interface ClinicClock {
  /** IANA zone of the clinic's days and hours. */
  readonly timeZone: string;
}

/** Which days and times can be booked at all. */
export interface BookingWindow extends ClinicClock, Pick<ClinicRules, 'horizonDays' | 'leastNoticeMinutes'> {}

/** Whether a date is past, bookable or beyond the horizon at `now`. If bookable, with what its slots need. */
export type DayInView =
  | { readonly state: 'past' }
  | {
      readonly state: 'bookable';
      readonly day: ClinicDay;
      /** The earliest start of a bookable slot, in milliseconds since 1970. */
      readonly earliest: number;
    }
  | { readonly state: 'beyond'; readonly lastDate: string };

/** @param question.date 'YYYY-MM-DD' */
export function dayInView(question: { date: string; clinic: BookingWindow; now: Date }): DayInView {
  const { date, clinic, now } = question;
  const { first, last } = bookableDays({ now, ...clinic });
  if (date < first) return { state: 'past' };
  if (date > last) return { state: 'beyond', lastDate: last };
  return { state: 'bookable', day: clinicDay(date, clinic.timeZone), earliest: earliestStart(now, clinic) };
}

/** The earliest start of a slot: after `now` and after the clinic's least notice. */
export function earliestStart(now: Date, { leastNoticeMinutes }: Pick<ClinicRules, 'leastNoticeMinutes'>): number {
  return now.getTime() + Math.max(1, leastNoticeMinutes * 60_000);
}

const NOTHING: DayOfOption = { closed: [], offered: [], free: [] };

/** The slots of an option on a date. None outside the booking horizon. */
export function slotsInView(
  option: OptionHours,
  { view, timetable }: { view: DayInView; timetable: Timetable },
): DayOfOption {
  return view.state === 'bookable' ? slotsOfOption(option, { ...view, timetable }) : NOTHING;
}

/** The same for staff, who book at any notice: also a slot that has begun, until it ends. */
export function slotsForStaff(
  option: OptionHours,
  { view, timetable, now }: { view: DayInView; timetable: Timetable; now: Date },
): DayOfOption {
  const earliest = now.getTime() - option.minutes * 60_000 + 1;
  return slotsInView(option, { view: view.state === 'bookable' ? { ...view, earliest } : view, timetable });
}

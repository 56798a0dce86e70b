import { bookableDays, type ClinicDay, clinicDay } from './slots.ts';
import { type DayOfOption, type OptionHours, slotsOfOption, type Timetable, type WorkingHours } from './timetable.ts';

/** What the clinic has decided about bookings (`schema/clinic.ts`). */
export interface ClinicRules {
  readonly version: number;
  /** How long before it starts an appointment can be booked at the latest. */
  readonly leastNoticeMinutes: number;
  /** How many days can be booked, today included. */
  readonly horizonDays: number;
  /** How many unpaid appointments a patient may have ahead. */
  readonly maxUnpaidBookings: number;
  readonly payment: 'at-booking' | 'at-clinic';
  /** Until how many hours before it starts an appointment can be cancelled free of charge. */
  readonly freeCancellationHours: number;
}

/** What decides which days and times can be booked at all. */
export interface ClinicHours extends Pick<ClinicRules, 'horizonDays' | 'leastNoticeMinutes'> {
  /** IANA zone of the clinic's days and hours. */
  readonly timeZone: string;
}

/** A date as it stands to the booking horizon at `now`; `bookable` ones come with what their slots need. */
export type DayInView =
  | { readonly state: 'past' }
  | {
      readonly state: 'bookable';
      readonly day: ClinicDay;
      /** The first instant at which a slot that can be booked may start, in milliseconds since 1970. */
      readonly earliest: number;
    }
  | { readonly state: 'beyond'; readonly lastDate: string };

/** @param question.date 'YYYY-MM-DD' */
export function dayInView(question: { date: string; clinic: ClinicHours; now: Date }): DayInView {
  const { date, clinic, now } = question;
  const { first, last } = bookableDays({ now, ...clinic });
  if (date < first) return { state: 'past' };
  if (date > last) return { state: 'beyond', lastDate: last };
  return { state: 'bookable', day: clinicDay(date, clinic.timeZone), earliest: earliestStart(now, clinic) };
}

/** The first instant at which a slot may start: after `now`, and not before the clinic's notice is over. */
export function earliestStart(now: Date, { leastNoticeMinutes }: Pick<ClinicRules, 'leastNoticeMinutes'>): number {
  return now.getTime() + Math.max(1, leastNoticeMinutes * 60_000);
}

const NOTHING: DayOfOption = { closure: undefined, offered: [], free: [] };

/** The slots of an option on a date: none outside the booking horizon. */
export function slotsInView(
  option: OptionHours,
  { view, timetable }: { view: DayInView; timetable: Timetable },
): DayOfOption {
  return view.state === 'bookable' ? slotsOfOption(option, { ...view, timetable }) : NOTHING;
}

/** '9.00 am to 5.00pm everyday': the hours of a clinic that has not said when it is open. */
export const CLINIC_OPENINGS: readonly WorkingHours[] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  opensMinute: 9 * 60,
  closesMinute: 17 * 60,
  treatmentId: null,
}));

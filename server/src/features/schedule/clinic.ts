import { bookableDays, type ClinicDay, clinicDay, freeSlots, type Slot, slotsOfDay } from './slots.ts';
import type { OptionOfDay } from './store.ts';

/** The settings of the clinic that decide what can be booked when. */
export interface ClinicHours {
  /** IANA zone of the clinic's days and hours. */
  readonly timeZone: string;
  /** How many days can be booked, today included. */
  readonly horizonDays: number;
}

/** A date as it stands to the booking horizon at `now`; `bookable` ones come with what their slots need. */
export type DayInView =
  | { readonly state: 'past' }
  | { readonly state: 'bookable'; readonly day: ClinicDay }
  | { readonly state: 'beyond'; readonly lastDate: string };

/** @param question.date 'YYYY-MM-DD' */
export function dayInView(question: { date: string; clinic: ClinicHours; now: Date }): DayInView {
  const { date, clinic, now } = question;
  const { first, last } = bookableDays({ now, ...clinic });
  if (date < first) return { state: 'past' };
  if (date > last) return { state: 'beyond', lastDate: last };
  return { state: 'bookable', day: clinicDay(date, clinic.timeZone) };
}

/** The slots of an option that can be booked at `now`: none outside the booking horizon. */
export function bookableSlots(
  option: Pick<OptionOfDay, 'openings' | 'minutes' | 'taken'>,
  { view, now }: { view: DayInView; now: Date },
): readonly Slot[] {
  if (view.state !== 'bookable') return [];
  const slots = slotsOfDay(view.day, option.openings, option.minutes);
  return freeSlots(slots, { taken: option.taken, now: now.getTime() });
}

/** The opening hours of the clinic, '9.00 am to 5.00pm everyday', which an option has until it gets its own. */
export const CLINIC_OPENINGS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  opensMinute: 9 * 60,
  closesMinute: 17 * 60,
}));

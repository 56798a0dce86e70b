import { type ClinicDay, clinicDay, type Length, type Opening, type Slot, type Span, slotsOfDay } from './slots.ts';

/** A stretch of a weekday in which somebody works. With `treatmentId`, the hours of that treatment alone. */
export interface WorkingHours extends Opening {
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  readonly treatmentId: string | null;
}

/** A week that repeats from the day `validFrom` until the day before the next one's. */
export interface WorkingWeek {
  /** 'YYYY-MM-DD' */
  readonly validFrom: string;
  readonly hours: readonly WorkingHours[];
}

/** What one day has in place of the hours of its weekday: a stretch of hours, or with `null` nothing at all. */
export interface HoursException {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly opening: Opening | null;
  /** The treatment whose hours these are; `null`: everything that is offered. */
  readonly treatmentId: string | null;
}

/** When whoever treats is there: one doctor for all that they offer, or an option without a named doctor. */
export interface WorkCalendar {
  /** In order of `validFrom`. */
  readonly weeks: readonly WorkingWeek[];
  readonly exceptions: readonly HoursException[];
}

/** Days, both ends included, on which nothing is offered: in the whole clinic, or in one calendar. */
export interface ClosedDays {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly calendarId: string | null;
  /** A sentence or a word that patients read. */
  readonly reason: string;
}

/** A stretch of a weekday in which the clinic is open. */
export interface ClinicOpening extends Opening {
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
}

/** Everything that decides when the clinic is open for whom. */
export interface Timetable {
  /** Nobody works outside these; with none at all there are no such limits. Two of a day do not touch. */
  readonly clinicHours: readonly ClinicOpening[];
  readonly calendars: ReadonlyMap<string, WorkCalendar>;
  readonly closures: readonly ClosedDays[];
}

/** The day that is asked about. */
type AskedDay = Pick<ClinicDay, 'date' | 'weekday'>;

/** Whose hours are asked for, and for which treatment. */
export interface HoursOf {
  readonly calendarId: string;
  readonly treatmentId: string;
}

/**
 * When a treatment is open in a calendar on a day. Pure.
 *
 * A treatment that has hours of its own in a week is open at these alone ('cardiology on Tuesday mornings only'); every
 * other one at the hours that name no treatment. On a day with exceptions these take the place of the weekday's hours;
 * for a treatment with hours of its own they only narrow those, unless the exception names it. What lies outside the
 * clinic's hours is cut off, and a closing day ends all.
 *
 * @returns the openings in minutes of the wall clock, and why the day is closed if it is
 */
export function openingsOn(
  timetable: Timetable,
  { day, of }: { day: AskedDay; of: HoursOf },
): { readonly openings: readonly Opening[]; readonly closure: string | undefined } {
  const closure = timetable.closures.find(
    ({ firstDay, lastDay, calendarId }) =>
      firstDay <= day.date && day.date <= lastDay && (calendarId === null || calendarId === of.calendarId),
  );
  if (closure) return { openings: [], closure: closure.reason };
  const calendar = timetable.calendars.get(of.calendarId);
  const worked = calendar ? workedOn(calendar, { day, treatmentId: of.treatmentId }) : [];
  const { clinicHours } = timetable;
  const open = clinicHours.filter(({ weekday }) => weekday === day.weekday);
  return { openings: clinicHours.length === 0 ? worked : narrowed(worked, open), closure: undefined };
}

function workedOn(
  { weeks, exceptions }: WorkCalendar,
  { day: { date, weekday }, treatmentId }: { day: AskedDay; treatmentId: string },
): readonly Opening[] {
  const week = weeks.findLast(({ validFrom }) => validFrom <= date);
  const hours = week?.hours ?? [];
  const hasOwn = hours.some((stretch) => stretch.treatmentId === treatmentId);
  const usual = hours.filter(
    (stretch) => stretch.weekday === weekday && stretch.treatmentId === (hasOwn ? treatmentId : null),
  );
  const onDate = exceptions.filter((exception) => exception.date === date);
  if (onDate.length === 0) return usual;
  const named = onDate.filter((exception) => exception.treatmentId === treatmentId);
  if (named.length > 0) return openingsOf(named);
  const forAll = onDate.filter((exception) => exception.treatmentId === null);
  if (forAll.length === 0) return usual;
  return hasOwn ? narrowed(usual, openingsOf(forAll)) : openingsOf(forAll);
}

function openingsOf(exceptions: readonly HoursException[]): readonly Opening[] {
  return exceptions.flatMap(({ opening }) => (opening ? [opening] : []));
}

/** What two lists of openings have in common. */
function narrowed(a: readonly Opening[], b: readonly Opening[]): readonly Opening[] {
  return a.flatMap((one) =>
    b.flatMap((other) => {
      const opensMinute = Math.max(one.opensMinute, other.opensMinute);
      const closesMinute = Math.min(one.closesMinute, other.closesMinute);
      return opensMinute < closesMinute ? [{ opensMinute, closesMinute }] : [];
    }),
  );
}

/** What the slots of an option follow from, beside the timetable. */
export interface OptionHours extends HoursOf, Length {
  /** What is booked in its calendar on the day, buffers included. */
  readonly taken: readonly Span[];
}

/** How an option stands on a day that can be booked. */
export interface DayOfOption {
  /** Why the clinic or the doctor is closed on that day. */
  readonly closure: string | undefined;
  /** Every slot of the day, taken or not, in order of time. */
  readonly offered: readonly Slot[];
  /** Those that can be booked now. */
  readonly free: readonly Slot[];
}

/**
 * The slots of an option on a day, for the listing, for booking and for the preview of other hours: the hours of the
 * day, without closing days, on the option's grid, without what is taken and what starts before `earliest`. Pure.
 *
 * @param question.earliest the first instant at which a slot may start, in milliseconds since 1970
 */
export function slotsOfOption(
  option: OptionHours,
  { day, timetable, earliest }: { day: ClinicDay; timetable: Timetable; earliest: number },
): DayOfOption {
  const { openings, closure } = openingsOn(timetable, { day, of: option });
  const offered = slotsOfDay(day, openings, option);
  const free = offered.filter(
    (slot) => slot.from >= earliest && !option.taken.some((span) => slot.from < span.to && span.from < slot.busyUntil),
  );
  return { closure, offered, free };
}

/** An appointment's place in the timetable. */
export interface Appointment extends HoursOf, Span {
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly startMinute: number;
  readonly minutes: number;
}

/** Whether an appointment lies within the hours, on the grid or not: it may be older than the grid. Pure. */
export function isWithinHours(appointment: Appointment, timetable: Timetable, timeZone: string): boolean {
  const day = clinicDay(appointment.day, timeZone);
  const { openings } = openingsOn(timetable, { day, of: appointment });
  const { startMinute, minutes, to } = appointment;
  return openings.some(
    ({ opensMinute, closesMinute }) =>
      opensMinute <= startMinute && startMinute + minutes <= closesMinute && to <= day.closingAt(closesMinute),
  );
}

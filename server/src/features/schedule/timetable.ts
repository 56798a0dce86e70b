import {
  addDays,
  type ClinicDay,
  clinicDay,
  dateAt,
  type Length,
  type Opening,
  type Slot,
  type Span,
  slotsOfDay,
} from './slots.ts';

/** Working hours on a weekday. With `treatmentId`, for that treatment only. */
export interface WorkingHours extends Opening {
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  readonly treatmentId: string | null;
}

/** A week that repeats from the day `validFrom` until the next week's `validFrom`. */
export interface WorkingWeek {
  /** 'YYYY-MM-DD' */
  readonly validFrom: string;
  readonly hours: readonly WorkingHours[];
}

/** Hours that replace those of the weekday on one day; `null` is a day off. */
export interface HoursException {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly opening: Opening | null;
  /** The treatment whose hours these are; `null`: all treatments. */
  readonly treatmentId: string | null;
}

/** The hours of a calendar: of one doctor for all their options, or of an option without a named doctor. */
export interface WorkCalendar {
  /** In order of `validFrom`. */
  readonly weeks: readonly WorkingWeek[];
  readonly exceptions: readonly HoursException[];
}

/** When something is closed: from a minute of a day to a minute of the same or a later day. */
export interface ClosedTime {
  readonly firstDay: string;
  /** The first day is closed from this minute of the wall clock on. */
  readonly fromMinute: number;
  readonly lastDay: string;
  /** The last day is closed until this minute. 1440 is its end. */
  readonly toMinute: number;
}

/** A time in which the whole clinic or one calendar is closed. */
export interface Closure extends ClosedTime {
  readonly id: string;
  readonly calendarId: string | null;
  /** Shown to patients. */
  readonly reason: string;
}

/** Opening hours of the clinic on a weekday. */
export interface ClinicOpening extends Opening {
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
}

/** Opening hours of the clinic on one day, which replace those of its weekday. */
export interface SpecialOpening extends Opening {
  /** 'YYYY-MM-DD' */
  readonly date: string;
}

/** A doctor who works during all special hours of the clinic on a day. */
export interface SpecialDoctor {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly calendarId: string;
}

/** When the clinic is open. */
export interface ClinicTimetable {
  /** All hours are cut to these; an empty list is no limit. Two intervals of a day do not touch. */
  readonly clinicHours: readonly ClinicOpening[];
  readonly specialHours: readonly SpecialOpening[];
  readonly closures: readonly Closure[];
}

/** Everything that decides which slots exist. */
export interface Timetable extends ClinicTimetable {
  readonly calendars: ReadonlyMap<string, WorkCalendar>;
  readonly specialDoctors: readonly SpecialDoctor[];
}

/** The requested day. */
type AskedDay = Pick<ClinicDay, 'date' | 'weekday'>;

/** The calendar and the treatment whose hours are requested. */
interface HoursOf {
  readonly calendarId: string;
  readonly treatmentId: string;
}

/**
 * When a treatment is open in a calendar on a day. Pure. What comes later in this list wins:
 *
 * 1. The weekly hours. A treatment that has its own hours in a week is open only then ('cardiology on Tuesday mornings only');
 *    all others at the hours without a treatment.
 * 2. The calendar's exceptions replace the weekday's hours on their day. For a treatment with its own hours they only narrow
 *    those, unless the exception names the treatment.
 * 3. The clinic's hours, or its special hours on that day. All hours are cut to them. A doctor who was chosen for the special
 *    hours works during all of them, whatever their own hours and exceptions are.
 * 4. Closed time of the clinic and of the calendar is left out.
 */
export function openingsOn(
  timetable: Timetable,
  { day, of }: { day: AskedDay; of: HoursOf },
): {
  /** In minutes of the wall clock. */
  readonly openings: readonly Opening[];
  /** The one closure that covers all the hours, or the whole of a day without hours; otherwise every closure that overlaps the hours. */
  readonly closed: readonly ClosureOfDay[];
} {
  const closed = closedOn(timetable.closures, { date: day.date, calendarId: of.calendarId });
  const calendar = timetable.calendars.get(of.calendarId);
  const worked = calendar ? workedOn(calendar, { day, treatmentId: of.treatmentId }) : [];
  const hours = withinClinicHours(worked, { timetable, day, calendarId: of.calendarId });
  const openings = closed.reduce(without, hours);
  const alone = closed.find((one) => without(hours.length > 0 ? hours : [ALL_DAY], one).length === 0);
  return { openings, closed: alone ? [alone] : closed.filter((one) => narrowed(hours, [one.closed]).length > 0) };
}

function withinClinicHours(
  worked: readonly Opening[],
  { timetable, day, calendarId }: { timetable: Timetable; day: AskedDay; calendarId: string },
): readonly Opening[] {
  if (timetable.clinicHours.length === 0) return worked;
  const open = clinicHoursOn(timetable, day);
  const isSpecial = timetable.specialHours.some(({ date }) => date === day.date);
  const isChosen = (one: SpecialDoctor) => one.date === day.date && one.calendarId === calendarId;
  return isSpecial && timetable.specialDoctors.some(isChosen) ? open : narrowed(worked, open);
}

/** The clinic's hours on a day: the special ones, or those of its weekday. */
function clinicHoursOn({ clinicHours, specialHours }: ClinicTimetable, day: AskedDay): readonly Opening[] {
  const special = specialHours.filter(({ date }) => date === day.date);
  return special.length > 0 ? special : clinicHours.filter(({ weekday }) => weekday === day.weekday);
}

/** When the clinic is open on a day, without the time in which it is closed. A clinic without weekly hours opens all day. Pure. */
export function clinicOpeningsOn(timetable: ClinicTimetable, day: AskedDay): readonly Opening[] {
  const hours = timetable.clinicHours.length === 0 ? [ALL_DAY] : clinicHoursOn(timetable, day);
  const closures = timetable.closures.filter(({ calendarId }) => calendarId === null);
  return partsOn(closures, day.date).reduce(without, hours);
}

/** Why a whole day is closed, if these closures close all of it. Pure. */
export function closureOfAllDay(closures: readonly Closure[], date: string): string | undefined {
  const closed = partsOn(closures, date);
  return closed.reduce(without, [ALL_DAY]).length === 0 ? closed[0]?.reason : undefined;
}

const ALL_DAY: Opening = { opensMinute: 0, closesMinute: 1440 };

/** A closure, and the part of one of its days that it closes. */
export interface ClosureOfDay extends Closure {
  readonly closed: Opening;
}

/** The closures of the clinic and of a calendar on a day, in order of time. Pure. */
export function closedOn(
  closures: readonly Closure[],
  { date, calendarId }: { date: string; calendarId: string },
): readonly ClosureOfDay[] {
  return partsOn(
    closures.filter((one) => one.calendarId === null || one.calendarId === calendarId),
    date,
  );
}

function partsOn(closures: readonly Closure[], date: string): readonly ClosureOfDay[] {
  return closures
    .filter(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)
    .map((closure) => ({
      ...closure,
      closed: {
        opensMinute: closure.firstDay === date ? closure.fromMinute : 0,
        closesMinute: closure.lastDay === date ? closure.toMinute : 1440,
      },
    }))
    .toSorted((a, b) => a.closed.opensMinute - b.closed.opensMinute);
}

/** Whether closed time is in the past. Pure. */
export function hasEnded(
  { lastDay, toMinute }: Pick<ClosedTime, 'lastDay' | 'toMinute'>,
  { now, timeZone }: { now: Date; timeZone: string },
): boolean {
  const today = dateAt(now, timeZone);
  if (lastDay !== today) return lastDay < today;
  return toMinute <= clinicDay(today, timeZone).minuteAt(now.getTime());
}

/** The part that stays closed and the part that opens, if closed time is opened again from a minute of a day on. Pure. */
export function openedFrom(
  closed: ClosedTime,
  { day, minute }: { readonly day: string; readonly minute: number },
): { readonly closed: ClosedTime | undefined; readonly opened: ClosedTime | undefined } {
  const { firstDay, fromMinute, lastDay, toMinute } = closed;
  if (day < firstDay || (day === firstDay && minute <= fromMinute)) return { closed: undefined, opened: closed };
  if (day > lastDay || (day === lastDay && minute >= toMinute)) return { closed, opened: undefined };
  const end = minute === 0 ? { lastDay: addDays(day, -1), toMinute: 1440 } : { lastDay: day, toMinute: minute };
  return { closed: { firstDay, fromMinute, ...end }, opened: { firstDay: day, fromMinute: minute, lastDay, toMinute } };
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

/** What is left of openings when a part of the day is closed. */
function without(openings: readonly Opening[], { closed }: ClosureOfDay): readonly Opening[] {
  return narrowed(openings, [
    { opensMinute: 0, closesMinute: closed.opensMinute },
    { opensMinute: closed.closesMinute, closesMinute: 1440 },
  ]);
}

/** The intersection of two lists of openings. */
function narrowed(a: readonly Opening[], b: readonly Opening[]): readonly Opening[] {
  return a.flatMap((one) =>
    b.flatMap((other) => {
      const opensMinute = Math.max(one.opensMinute, other.opensMinute);
      const closesMinute = Math.min(one.closesMinute, other.closesMinute);
      return opensMinute < closesMinute ? [{ opensMinute, closesMinute }] : [];
    }),
  );
}

/** What the slots of an option depend on besides the timetable. */
export interface OptionHours extends HoursOf, Length {
  /** The bookings in its calendar on the day, buffers included. */
  readonly taken: readonly Span[];
}

/** The slots of an option on a day that can be booked. */
export interface DayOfOption {
  /** The closures that leave no slots, or fewer than usual. */
  readonly closed: readonly ClosureOfDay[];
  /** Every slot of the day, taken or not, in order of time. */
  readonly offered: readonly Slot[];
  /** The slots that can be booked now. */
  readonly free: readonly Slot[];
}

/**
 * The slots of an option on a day: for the listing, for booking and for the preview of changed hours. Slots that are
 * taken or start before `earliest` are not free. Pure.
 *
 * @param question.earliest the earliest start of a slot, in milliseconds since 1970
 */
export function slotsOfOption(
  option: OptionHours,
  { day, timetable, earliest }: { day: ClinicDay; timetable: Timetable; earliest: number },
): DayOfOption {
  const { openings, closed } = openingsOn(timetable, { day, of: option });
  const offered = slotsOfDay(day, openings, option);
  const free = offered.filter(
    (slot) => slot.from >= earliest && !option.taken.some((span) => slot.from < span.to && span.from < slot.busyUntil),
  );
  return { closed, offered, free };
}

/** When an appointment is, for a check against the timetable. */
interface Appointment extends HoursOf, Span {
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly startMinute: number;
  readonly minutes: number;
}

/** Whether an appointment lies within the hours. It need not be on the grid, which may have changed since. Pure. */
export function isWithinHours(appointment: Appointment, timetable: Timetable, timeZone: string): boolean {
  const day = clinicDay(appointment.day, timeZone);
  const { openings } = openingsOn(timetable, { day, of: appointment });
  const { startMinute, minutes, to } = appointment;
  return openings.some(
    ({ opensMinute, closesMinute }) =>
      opensMinute <= startMinute && startMinute + minutes <= closesMinute && to <= day.closingAt(closesMinute),
  );
}

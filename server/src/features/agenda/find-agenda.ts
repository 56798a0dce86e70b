import type { Database } from '../../database/database.ts';
import {
  type ClosureOfDay,
  clinicDay,
  closedOn,
  type DayInView,
  dayInView,
  daysBetween,
  findTimetable,
  type Opening,
  openHoursOf,
  slotsForStaff,
  type Timetable,
} from '../schedule/index.ts';
import {
  type AgendaBooking,
  type AgendaTime,
  type DaysOf,
  listAgendaBookings,
  listAgendaTimes,
  listDelays,
  listOffers,
  listOptionsOfCalendars,
  type OfferInAgenda,
  type OptionOfCalendar,
} from './store.ts';

/** A calendar and its options. */
export interface CalendarOfAgenda {
  readonly id: string;
  readonly options: readonly OptionOfCalendar[];
}

export interface DayOfCalendar {
  readonly calendarId: string;
  readonly date: string;
  readonly openings: readonly Opening[];
  /** The closures of the clinic and of the doctor. */
  readonly closed: readonly ClosureOfDay[];
  readonly bookings: readonly AgendaBooking[];
  readonly blocks: readonly AgendaTime[];
  readonly holds: readonly AgendaTime[];
  readonly offers: readonly { readonly time: AgendaTime; readonly offer: OfferInAgenda }[];
  readonly lateMinutes: number | undefined;
  readonly free: readonly { readonly optionId: string; readonly startMinutes: readonly number[] }[];
}

interface FoundAgenda {
  readonly calendars: readonly CalendarOfAgenda[];
  readonly days: readonly DayOfCalendar[];
}

/**
 * The days of one calendar, of those in which a treatment is booked, or of all, in five statements, and another one if slots
 * are offered to the waiting list.
 */
export async function findAgenda(
  db: Database,
  of: DaysOf & { treatmentId?: string | undefined; now: Date },
): Promise<FoundAgenda> {
  const { from, to, treatmentId: wanted, now } = of;
  const [{ options, timetable }, bookings, busyTimes, delays] = await Promise.all([
    findPlan(db, of),
    listAgendaBookings(db, of),
    listAgendaTimes(db, of),
    listDelays(db, of),
  ]);
  const byCalendar = Map.groupBy(options, (option) => option.calendarId);
  const calendars = [...byCalendar]
    .map(([id, own]) => ({ id, options: own }))
    .filter(({ options: own }) => wanted === undefined || own.some(({ treatmentId }) => treatmentId === wanted));
  const key = (row: { day: string; calendarId: string }) => `${row.day} ${row.calendarId}`;
  const bookingsOn = Map.groupBy(bookings, key);
  const busyOn = Map.groupBy(busyTimes, key);
  const lateOn = new Map(delays.map((delay) => [key(delay), delay.minutes]));
  const offerIds = busyTimes.filter(({ kind }) => kind === 'offer').map(({ id }) => id);
  const offers = offerIds.length === 0 ? [] : await listOffers(db, offerIds);
  const offerOf = new Map(offers.map((offer) => [offer.id, offer]));

  const days: DayOfCalendar[] = [];
  for (const date of daysBetween(from, to)) {
    const day = clinicDay(date, timetable.rules.timeZone);
    const view = dayInView({ date, clinic: timetable.rules, now });
    for (const calendar of calendars) {
      const of = { day: date, calendarId: calendar.id };
      const busy = busyOn.get(key(of)) ?? [];
      const treatmentIds = calendar.options.map(({ treatmentId }) => treatmentId);
      days.push({
        calendarId: calendar.id,
        date,
        openings: openHoursOf(timetable, { calendarId: calendar.id, treatmentIds, day }),
        closed: closedOn(timetable.closures, { date, calendarId: calendar.id }),
        bookings: bookingsOn.get(key(of)) ?? [],
        blocks: busy.filter(({ kind }) => kind === 'block'),
        holds: busy.filter(({ kind }) => kind === 'hold'),
        offers: busy.flatMap((time) => {
          const offer = offerOf.get(time.id);
          return offer ? [{ time, offer }] : [];
        }),
        lateMinutes: lateOn.get(key(of)),
        free: freeSlots(calendar, { busy, view, timetable, now }),
      });
    }
  }
  return { calendars, days };
}

async function findPlan(db: Database, of: DaysOf) {
  const options = await listOptionsOfCalendars(db, of);
  const calendarIds = [...new Set(options.map((option) => option.calendarId))];
  return { options, timetable: await findTimetable(db, { first: of.from, last: of.to, calendarIds }) };
}

function freeSlots(
  { options }: CalendarOfAgenda,
  of: { busy: readonly AgendaTime[]; view: DayInView; timetable: Timetable; now: Date },
): DayOfCalendar['free'] {
  const { busy, ...question } = of;
  const taken = busy.map(({ startsAt, busyUntil }) => ({ from: startsAt.getTime(), to: busyUntil.getTime() }));
  return options
    .filter(({ isBookable }) => isBookable)
    .map((option) => ({
      optionId: option.optionId,
      startMinutes: slotsForStaff({ ...option, taken }, question).free.map(({ startMinute }) => startMinute),
    }))
    .filter(({ startMinutes }) => startMinutes.length > 0);
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Statistics } from '@openhours/contract/statistics.ts';
import type { Database } from '../../database/database.ts';
import { listFormerTimeZones, spansOfDays } from '../clinic/index.ts';
import { totalsOf } from '../payments/index.ts';
import { addDays, findTimetable, type Timetable } from '../schedule/index.ts';
import { MOST_SINGLE_DAYS, offeredMinutes } from './offered-minutes.ts';
import { type AppointmentCount, type CalendarRow, countAppointments, listCalendars, sumMovements } from './store.ts';

/** @param of.first 'YYYY-MM-DD', in the clinic's zone; `last` is included */
export async function findStatistics(
  db: Database,
  of: { first: string; last: string; timeZone: string },
): Promise<Statistics> {
  const { first, last, timeZone } = of;
  const unit = last < addDays(first, MOST_SINGLE_DAYS) ? 'day' : 'month';
  const spans = spansOfDays({ first, last }, { former: await listFormerTimeZones(db), timeZone });
  const counting = countAppointments(db, { first, last, unit });
  const [counts, calendars, timetable, movements] = await Promise.all([
    counting,
    counting.then((found) => listCalendars(db, { booked: [...new Set(found.flatMap((one) => one.calendarId ?? []))] })),
    findTimetable(db, { first, last }),
    sumMovements(db, spans),
  ]);
  const ofPeriods = counts.filter(({ starts }) => starts !== null);
  const cancelledAs = (who: AppointmentCount['cancelledAs']) =>
    sumOf(ofPeriods.filter((one) => one.cancelledAs === who));
  return {
    from: mediumDateFromIso(first),
    to: mediumDateFromIso(last),
    appointments: {
      ...outcomesOf(ofPeriods),
      cancelledBy: {
        patient: cancelledAs('patient'),
        doctor: cancelledAs('doctor'),
        clinic: cancelledAs('clinic'),
        system: cancelledAs('system'),
      },
    },
    periods: {
      unit,
      rows: [...Map.groupBy(ofPeriods, ({ starts }) => starts ?? '')].map(([starts, those]) => ({
        starts,
        ...outcomesOf(those),
      })),
    },
    calendars: calendarsOf(calendars, { counts, timetable, first, last }),
    income: totalsOf(movements),
  };
}

function sumOf(counts: readonly AppointmentCount[]): number {
  return counts.reduce((sum, { appointments }) => sum + appointments, 0);
}

function outcomesOf(counts: readonly AppointmentCount[]) {
  const of = (...states: AppointmentCount['state'][]) => sumOf(counts.filter(({ state }) => states.includes(state)));
  return {
    made: sumOf(counts),
    ahead: of('booked', 'arrived', 'in-progress'),
    done: of('done'),
    noShow: of('no-show'),
    cancelled: of('cancelled'),
  };
}

/** Calendars that could be booked or were; the others ended long ago. */
function calendarsOf(
  calendars: readonly CalendarRow[],
  {
    counts,
    timetable,
    first,
    last,
  }: { counts: readonly AppointmentCount[]; timetable: Timetable; first: string; last: string },
): Statistics['calendars'] {
  const byCalendar = Map.groupBy(counts, ({ calendarId }) => calendarId);
  return calendars.flatMap((calendar) => {
    const { calendarId, name, isDoctor, treatmentIds, firstDay } = calendar;
    const those = byCalendar.get(calendarId) ?? [];
    const isOpen = treatmentIds.length > 0;
    if (!isOpen && those.length === 0) return [];
    const booked = those.filter(({ state }) => state !== 'cancelled');
    // A doctor's first hours apply to all days before them too.
    const since = firstDay !== null && firstDay > first ? firstDay : first;
    const offered =
      isOpen && firstDay !== null
        ? offeredMinutes(timetable, { calendarId, treatmentIds, first: since, last })
        : undefined;
    const weekdays = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      bookedMinutes: booked.filter((one) => one.weekday === weekday).reduce((sum, { minutes }) => sum + minutes, 0),
      offeredMinutes: offered?.[weekday - 1] ?? null,
    }));
    return {
      name,
      isDoctor,
      ...outcomesOf(those),
      bookedMinutes: weekdays.reduce((sum, { bookedMinutes }) => sum + bookedMinutes, 0),
      offeredMinutes: offered?.reduce((sum, minutes) => sum + minutes, 0) ?? null,
      weekdays,
    };
  });
}

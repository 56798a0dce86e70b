import { isDeepStrictEqual } from 'node:util';
import { minuteOfDay } from '@openhours/contract/clock-time.ts';
import type { HoursFields, StrandedDecisions } from '@openhours/contract/hours.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { BookingRow, CancelBookings } from '../booking/index.ts';
import { publish } from '../live/index.ts';
import {
  dateAt,
  findRules,
  findTimetable,
  listTreatments,
  type Timetable,
  type TimetableInForce,
  type WorkingHours,
} from '../schedule/index.ts';
import { cancelReasons, settlementText } from './rules.ts';
import { cancelStranded, judgeStranded } from './settle-stranded.ts';
import { findVersion, type NewHours, replaceHours } from './store.ts';

/** Later than any day that can be asked about, so that everything planned is included. */
const THE_LAST_DAY = '2999-12-31';

type SaveHoursOutcome =
  | { readonly kind: 'saved'; readonly kept: number; readonly cancelled: number }
  | { readonly kind: 'strands'; readonly bookings: readonly BookingRow[] }
  | Refused<'CHANGED_MEANWHILE', { data: { version: number } }>
  | Refused<'TREATMENT_UNKNOWN'>;

/** Today at the clinic, and the timetable of these calendars from then on, with all planned changes. */
export async function findTimetableFromToday(
  db: Database,
  { now, calendarIds }: { now: Date; calendarIds: readonly string[] },
): Promise<TimetableInForce & { readonly today: string }> {
  const { timeZone } = await findRules(db);
  const today = dateAt(now, timeZone);
  return { today, ...(await findTimetable(db, { first: today, last: THE_LAST_DAY, calendarIds })) };
}

/**
 * Changes a doctor's hours, and keeps or cancels the appointments that this strands. Refused while one of them is
 * undecided, including one that is booked at the same moment.
 */
export function saveHours(
  db: Database,
  save: {
    doctor: { id: string; name: string };
    hours: Omit<HoursFields, 'id'>;
    version: number | undefined;
    decisions: StrandedDecisions | undefined;
    by: Actor;
    now: Date;
    cancelBookings: CancelBookings;
  },
): Promise<SaveHoursOutcome> {
  const { doctor, hours, version, decisions, by, now, cancelBookings } = save;
  const change = (on: Database) => changeOfHours(on, { doctorId: doctor.id, hours, now });
  return inTransaction(db, async (tx): Promise<SaveHoursOutcome> => {
    const judged = await judgeStranded(tx, { which: { calendarId: doctor.id }, change, now }, decisions);
    const { before, after, wanted } = judged.change;
    if (!(await knowsTreatments(tx, wanted))) return { kind: 'refused', code: 'TREATMENT_UNKNOWN' };
    // Any version will do: the client may be repeating a save whose answer was lost.
    if (isDeepStrictEqual(before.calendars.get(doctor.id), after.calendars.get(doctor.id))) {
      await recordAudit(tx, { by, what: 'change-hours', on: doctor, outcome: 'unchanged', now });
      return { kind: 'saved', kept: 0, cancelled: 0 };
    }
    const current = await findVersion(tx, doctor.id);
    if (version !== undefined && version !== current)
      return { kind: 'refused', code: 'CHANGED_MEANWHILE', data: { version: current } };
    if (judged.kind === 'undecided') return { kind: 'strands', bookings: judged.bookings };

    const reason = cancelReasons.hoursChanged(doctor.name);
    const cancelled = await cancelStranded(tx, { bookingIds: judged.cancel, reason, by, now, cancelBookings });
    const { kept } = judged;
    await replaceHours(tx, { calendarId: doctor.id, today: before.today, hours: wanted });
    const detail = settlementText({ kept, cancelled }) || undefined;
    await recordAudit(tx, { by, what: 'change-hours', on: doctor, outcome: 'done', detail, now });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'saved', kept, cancelled };
  });
}

/** A doctor's timetable before and after a change of hours. */
export async function changeOfHours(
  db: Database,
  { doctorId, hours, now }: { doctorId: string; hours: Omit<HoursFields, 'id'>; now: Date },
) {
  const before = await findTimetableFromToday(db, { now, calendarIds: [doctorId] });
  const { today } = before;
  const wanted = newHours(hours, today);
  return { before, after: withHours(before, { doctorId, wanted, today }), wanted };
}

/** The timetable after a doctor's hours have changed to these. Pure. */
function withHours<Table extends Timetable>(
  before: Table,
  { doctorId, wanted, today }: { doctorId: string; wanted: NewHours; today: string },
): Table {
  const { weeks = [], exceptions = [] } = before.calendars.get(doctorId) ?? {};
  const { validFrom: from, replaces } = wanted;
  const stays = weeks.filter(
    ({ validFrom }) => validFrom < from || (validFrom > from && replaces === 'the-week-of-that-day'),
  );
  const calendar = {
    weeks: [...stays, ...wanted.weeks].toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1)),
    exceptions: wanted.exceptions ?? exceptions.filter(({ date }) => date >= today),
  };
  return { ...before, calendars: new Map([...before.calendars, [doctorId, calendar]]) };
}

/** Converts the caller's input, in the order of `findTimetable`. Leaves out past days. */
function newHours({ weekly, validFrom, later, exceptions }: Omit<HoursFields, 'id'>, today: string): NewHours {
  const from = validFrom === undefined || validFrom < today ? today : validFrom;
  const weeks = (later ?? []).filter((week) => week.validFrom > from);
  return {
    validFrom: from,
    weeks: [{ validFrom: from, weekly }, ...weeks].map((week) => ({
      validFrom: week.validFrom,
      hours: week.weekly.map(workingHours).toSorted((a, b) => a.weekday - b.weekday || a.opensMinute - b.opensMinute),
    })),
    replaces: later === undefined ? 'the-week-of-that-day' : 'every-week-from-that-day',
    exceptions: exceptions
      ?.filter(({ date }) => date >= today)
      .map(({ date, from: opens, to, treatmentId }) => ({
        date,
        opening:
          opens === undefined || to === undefined
            ? null
            : { opensMinute: minuteOfDay(opens), closesMinute: minuteOfDay(to) },
        treatmentId: treatmentId ?? null,
      }))
      .toSorted((a, b) =>
        a.date === b.date ? (a.opening?.opensMinute ?? 0) - (b.opening?.opensMinute ?? 0) : a.date < b.date ? -1 : 1,
      ),
  };
}

function workingHours(of: HoursFields['weekly'][number]): WorkingHours {
  const { weekday, from, to, treatmentId = null } = of;
  return { weekday, opensMinute: minuteOfDay(from), closesMinute: minuteOfDay(to), treatmentId };
}

/** Whether every treatment in the hours exists, archived or not. */
export async function knowsTreatments(db: Database, { weeks, exceptions = [] }: NewHours): Promise<boolean> {
  const named = [...weeks.flatMap(({ hours }) => hours), ...exceptions].flatMap(({ treatmentId }) => treatmentId ?? []);
  if (named.length === 0) return true;
  const known = new Set((await listTreatments(db, { which: 'all' })).map(({ id }) => id));
  return named.every((id) => known.has(id));
}

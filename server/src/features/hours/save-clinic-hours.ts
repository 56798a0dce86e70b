import { isDeepStrictEqual } from 'node:util';
import type { ClinicHoursFields } from '@openhours/contract/clinic-hours.ts';
import { minuteOfDay } from '@openhours/contract/clock-time.ts';
import type { StrandedDecisions } from '@openhours/contract/hours.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { BookingRow, CancelBookings } from '../booking/index.ts';
import { countClinicChange, lockClinic, outcomeWithoutChange } from '../clinic/index.ts';
import { publish } from '../live/index.ts';
import {
  type ClinicOpening,
  dateAt,
  listClinicHours,
  listSpecialHours,
  type Opening,
  type SpecialOpening,
} from '../schedule/index.ts';
import { cancelReasons, settlementText } from './rules.ts';
import { findTimetableFromToday } from './save-hours.ts';
import { cancelStranded, judgeStranded, listStranded, type StrandQuestion } from './settle-stranded.ts';
import { listFollowers, replaceClinicHours, replaceExceptionsOn } from './store.ts';
import { findUnchangedDoctors, newExceptions, withExceptions } from './working-doctors.ts';

/** New opening hours of the clinic. */
export interface NewClinicHours {
  readonly weekly: readonly ClinicOpening[];
  /** All special hours from today on; `undefined`: they do not change. */
  readonly special: readonly SpecialOpening[] | undefined;
}

type SaveClinicHoursOutcome =
  | { readonly kind: 'saved'; readonly version: number; readonly kept: number; readonly cancelled: number }
  | { readonly kind: 'strands'; readonly bookings: readonly BookingRow[] }
  | { readonly kind: 'refused'; readonly code: 'CHANGED_MEANWHILE'; readonly data: { readonly version: number } }
  | { readonly kind: 'refused'; readonly code: 'DOCTOR_HOURS_CHANGED' };

/**
 * Changes the clinic's opening hours and the exceptions of doctors who work during special ones, and keeps or cancels the
 * appointments that this strands. Exceptions that follow special hours are changed and deleted with them.
 */
export function saveClinicHours(
  db: Database,
  save: {
    fields: ClinicHoursFields;
    version: number | undefined;
    decisions: StrandedDecisions | undefined;
    by: Actor;
    now: Date;
    cancelBookings: CancelBookings;
  },
): Promise<SaveClinicHoursOutcome> {
  const { fields, decisions, by, now, cancelBookings } = save;
  return inTransaction(db, async (tx): Promise<SaveClinicHoursOutcome> => {
    const judged = await judgeStranded(tx, strandedBy(fields, now), decisions);
    const before = await lockClinic(tx);
    const today = dateAt(now, before.timeZone);
    const wanted = newClinicHours(fields, today);
    const stored = await listSpecialHours(tx, { from: today });
    const special = wanted.special && stored;
    const { doctors = [] } = fields;
    const followers = await listFollowers(tx, { from: today });
    const calendarIds = [...followers.map(({ id }) => id), ...doctors.map(({ doctorId }) => doctorId)];
    const { calendars } = await findTimetableFromToday(tx, { now, calendarIds });
    const { weekly } = wanted;
    const change = { weekly, before: stored, after: wanted.special ?? stored, calendars, today };
    const written = newExceptions(doctors, change);
    const isChanged = written.length > 0 || !isDeepStrictEqual({ weekly: await listClinicHours(tx), special }, wanted);
    const settled = await outcomeWithoutChange(tx, { ...save, what: 'change-clinic-hours', before, isChanged });
    if (settled?.kind === 'saved') return { kind: 'saved', version: before.version, kept: 0, cancelled: 0 };
    if (settled) return settled;
    const doctorsById = await findUnchangedDoctors(tx, { doctors, written, followers });
    if (!doctorsById) return { kind: 'refused', code: 'DOCTOR_HOURS_CHANGED' };
    if (judged.kind === 'undecided') return { kind: 'strands', bookings: judged.bookings };

    const reason = written.length > 0 ? cancelReasons.hoursOfDateChanged : cancelReasons.clinicHoursChanged;
    const cancelled = await cancelStranded(tx, { bookingIds: judged.cancel, reason, by, now, cancelBookings });
    await replaceClinicHours(tx, { ...wanted, today });
    for (const one of written) {
      await replaceExceptionsOn(tx, one);
      const on = doctorsById.get(one.doctorId);
      const works = one.exceptions.length > 0 ? 'Works' : 'No longer works';
      const detail = `${works} during the special opening hours of ${mediumDateFromIso(one.date)}.`;
      await recordAudit(tx, { by, what: 'change-hours', on, outcome: 'done', detail, now });
    }
    const { version: saved } = await countClinicChange(tx);
    const { kept } = judged;
    const detail = settlementText({ kept, cancelled }) || undefined;
    await recordAudit(tx, { by, what: 'change-clinic-hours', outcome: 'done', detail, now });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'saved', version: saved, kept, cancelled };
  });
}

/** The appointments that these hours of the clinic would strand. */
export function previewClinicHours(
  db: Database,
  { fields, now }: { fields: ClinicHoursFields; now: Date },
): Promise<readonly BookingRow[]> {
  return listStranded(db, strandedBy(fields, now));
}

function strandedBy(fields: ClinicHoursFields, now: Date): StrandQuestion {
  return {
    now,
    which: {},
    change: async (db, calendarIds) => {
      const before = await findTimetableFromToday(db, { now, calendarIds });
      const { today, calendars } = before;
      const { weekly, special = before.specialHours } = newClinicHours(fields, today);
      const specialChange = { weekly, before: before.specialHours, after: special, calendars, today };
      const written = newExceptions(fields.doctors ?? [], specialChange);
      const after = { clinicHours: weekly, specialHours: special, calendars: withExceptions(calendars, written) };
      return { before, after: { ...before, ...after } };
    },
  };
}

/** Hours in minutes, in order. Leaves out past days. */
function newClinicHours({ weekly, special }: ClinicHoursFields, today: string): NewClinicHours {
  const ofDays = weekly.map(({ weekday, ...times }) => ({ weekday, ...openingOf(times) }));
  const ofDates = special
    ?.filter(({ date }) => date >= today)
    .map(({ date, ...times }) => ({ date, ...openingOf(times) }));
  return {
    weekly: joined(ofDays, ({ weekday }) => String(weekday)),
    special: ofDates && joined(ofDates, ({ date }) => date),
  };
}

function openingOf({ from, to }: { from: string; to: string }): Opening {
  return { opensMinute: minuteOfDay(from), closesMinute: minuteOfDay(to) };
}

/** In order. Adjacent intervals of a day are joined, so that an appointment may cross their boundary. */
function joined<OfDay extends Opening>(openings: readonly OfDay[], dayOf: (opening: OfDay) => string): OfDay[] {
  const inOrder = openings.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.opensMinute - b.opensMinute);
  return inOrder.reduce<OfDay[]>((before, next) => {
    const last = before.at(-1);
    return last && dayOf(last) === dayOf(next) && last.closesMinute === next.opensMinute
      ? [...before.slice(0, -1), { ...last, closesMinute: next.closesMinute }]
      : [...before, next];
  }, []);
}

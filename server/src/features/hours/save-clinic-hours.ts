import { isDeepStrictEqual } from 'node:util';
import type { ClinicHoursFields } from '@openhours/contract/clinic-hours.ts';
import { minuteOfDay } from '@openhours/contract/clock-time.ts';
import type { StrandedDecisions } from '@openhours/contract/hours.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { BookingRow, CancelBookings } from '../booking/index.ts';
import { countClinicChange, lockClinic, outcomeWithoutChange } from '../clinic/index.ts';
import { listPeople } from '../identity/index.ts';
import { publish } from '../live/index.ts';
import { listOpenOptions, type Opening, type TimetableInForce } from '../schedule/index.ts';
import { cancelReasons, settlementText } from './rules.ts';
import { findTimetableFromToday } from './save-hours.ts';
import { cancelStranded, judgeStranded, listStranded, type StrandQuestion } from './settle-stranded.ts';
import { replaceClinicHours } from './store.ts';
import { changesOfDoctors, newSpecialDoctors } from './working-doctors.ts';

type SaveClinicHoursOutcome =
  | { readonly kind: 'saved'; readonly version: number; readonly kept: number; readonly cancelled: number }
  | { readonly kind: 'strands'; readonly bookings: readonly BookingRow[] }
  | Refused<'CHANGED_MEANWHILE', { data: { version: number } }>;

/**
 * Changes the clinic's opening hours and who works during special ones, and keeps or cancels the appointments that this
 * strands.
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
    const hours = judged.change;
    const doctors = changesOfDoctors(hours.before.specialDoctors, hours.after.specialDoctors);
    const isChanged = doctors.length > 0 || !isDeepStrictEqual(openingOf(hours.before), openingOf(hours.after));
    const settled = await outcomeWithoutChange(tx, { ...save, what: 'change-clinic-hours', before, isChanged });
    if (settled?.kind === 'saved') return { kind: 'saved', version: before.version, kept: 0, cancelled: 0 };
    if (settled) return settled;
    if (judged.kind === 'undecided') return { kind: 'strands', bookings: judged.bookings };

    const reason = doctors.length > 0 ? cancelReasons.hoursOfDateChanged : cancelReasons.clinicHoursChanged;
    const cancelled = await cancelStranded(tx, { bookingIds: judged.cancel, reason, by, now, cancelBookings });
    await replaceClinicHours(tx, hours.after);
    const people = await listPeople(
      tx,
      doctors.map(({ calendarId }) => calendarId),
    );
    for (const { calendarId, date, works } of doctors) {
      const on = people.get(calendarId);
      if (!on) continue;
      const detail = `${works ? 'Works' : 'No longer works'} during the special opening hours of ${mediumDateFromIso(date)}.`;
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

function strandedBy(
  fields: ClinicHoursFields,
  now: Date,
): StrandQuestion<Awaited<ReturnType<typeof changeOfClinicHours>>> {
  return {
    now,
    which: {},
    change: (db, calendarIds) => changeOfClinicHours(db, { fields, now, calendarIds }),
  };
}

/** The timetable of these calendars before and after a change of the clinic's hours. Leaves out past days. */
async function changeOfClinicHours(
  db: Database,
  { fields, now, calendarIds }: { fields: ClinicHoursFields; now: Date; calendarIds: readonly string[] },
) {
  const { weekly, special, doctors: changed = [] } = fields;
  const before = await findTimetableFromToday(db, { now, calendarIds });
  const clinicHours = joined(
    weekly.map(({ weekday, ...times }) => ({ weekday, ...minutesOf(times) })),
    ({ weekday }) => String(weekday),
  );
  const ofDates = special
    ?.filter(({ date }) => date >= before.today)
    .map(({ date, ...times }) => ({ date, ...minutesOf(times) }));
  const specialHours = ofDates ? joined(ofDates, ({ date }) => date) : before.specialHours;
  const options = changed.length > 0 ? await listOpenOptions(db) : [];
  const bookable = new Set(options.flatMap(({ calendarId, doctorName }) => (doctorName === null ? [] : calendarId)));
  const specialDoctors = newSpecialDoctors(before.specialDoctors, { changed, specialHours, bookable });
  return { before, after: { ...before, clinicHours, specialHours, specialDoctors } };
}

function openingOf({ clinicHours, specialHours }: TimetableInForce) {
  return { clinicHours, specialHours };
}

function minutesOf({ from, to }: { from: string; to: string }): Opening {
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

import { isDeepStrictEqual } from 'node:util';
import { minuteOfDay } from '@openhours/contract/clock-time.ts';
import type { OpeningHours, StrandedDecisions } from '@openhours/contract/hours.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { BookingRow, CancelBookings } from '../booking/index.ts';
import { countClinicChange, lockClinic } from '../clinic/index.ts';
import { publish } from '../live/index.ts';
import { type ClinicOpening, listClinicHours } from '../schedule/index.ts';
import { cancelReasons, settlementText } from './rules.ts';
import { findTimetableFromToday } from './save-hours.ts';
import { cancelStranded, judgeStranded, listStranded, type StrandQuestion } from './settle-stranded.ts';
import { replaceClinicHours } from './store.ts';

type SaveClinicHoursOutcome =
  | { readonly kind: 'saved'; readonly version: number; readonly kept: number; readonly cancelled: number }
  | { readonly kind: 'strands'; readonly bookings: readonly BookingRow[] }
  | { readonly kind: 'changed-meanwhile'; readonly version: number };

/** Changes the clinic's opening hours, and keeps or cancels the appointments that this strands. */
export function saveClinicHours(
  db: Database,
  save: {
    weekly: readonly OpeningHours[];
    version: number | undefined;
    decisions: StrandedDecisions | undefined;
    by: Actor;
    now: Date;
    cancelBookings: CancelBookings;
  },
): Promise<SaveClinicHoursOutcome> {
  const { weekly, version, decisions, by, now, cancelBookings } = save;
  const openings = openingsOf(weekly);
  return inTransaction(db, async (tx): Promise<SaveClinicHoursOutcome> => {
    const judged = await judgeStranded(tx, strandedBy(openings, now), decisions);
    const before = await lockClinic(tx);
    // Any version will do: the client may be repeating a save whose answer was lost.
    if (isDeepStrictEqual(await listClinicHours(tx), openings)) {
      await recordAudit(tx, { by, what: 'change-clinic-hours', outcome: 'unchanged', now });
      return { kind: 'saved', version: before.version, kept: 0, cancelled: 0 };
    }
    if (version !== undefined && version !== before.version) {
      return { kind: 'changed-meanwhile', version: before.version };
    }
    if (judged.kind === 'undecided') return { kind: 'strands', bookings: judged.bookings };

    const reason = cancelReasons.clinicHoursChanged;
    const cancelled = await cancelStranded(tx, { bookingIds: judged.cancel, reason, by, now, cancelBookings });
    await replaceClinicHours(tx, openings);
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
  { weekly, now }: { weekly: readonly OpeningHours[]; now: Date },
): Promise<readonly BookingRow[]> {
  return listStranded(db, strandedBy(openingsOf(weekly), now));
}

function strandedBy(clinicHours: readonly ClinicOpening[], now: Date): StrandQuestion {
  return {
    now,
    which: {},
    change: async (db, calendarIds) => {
      const before = await findTimetableFromToday(db, { now, calendarIds });
      return { before, after: { ...before, clinicHours } };
    },
  };
}

/** Hours in minutes, in order. Adjacent intervals are merged, so that an appointment may cross their boundary. */
function openingsOf(weekly: readonly OpeningHours[]): readonly ClinicOpening[] {
  const inOrder = weekly
    .map(({ weekday, from, to }) => ({ weekday, opensMinute: minuteOfDay(from), closesMinute: minuteOfDay(to) }))
    .toSorted((a, b) => a.weekday - b.weekday || a.opensMinute - b.opensMinute);
  const merged: ClinicOpening[] = [];
  for (const opening of inOrder) {
    const last = merged.at(-1);
    if (last && last.weekday === opening.weekday && last.closesMinute === opening.opensMinute) {
      merged.splice(-1, 1, { ...last, closesMinute: opening.closesMinute });
    } else merged.push(opening);
  }
  return merged;
}

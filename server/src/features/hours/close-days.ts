import { closureDays } from '@openhours/contract/closure-days.ts';
import type { StrandedDecisions } from '@openhours/contract/hours.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { BookingRow, CancelBookings, UpcomingFilter } from '../booking/index.ts';
import { publish } from '../live/index.ts';
import { addDays, dateAt, findRules, findTimetable, lockTimetable } from '../schedule/index.ts';
import { cancelReasons, settlementText } from './rules.ts';
import { cancelStranded, judgeStranded, listStranded, type StrandQuestion } from './settle-stranded.ts';
import { type ClosureRow, deleteClosure, findClosure, insertClosure } from './store.ts';

/** Days to close, both ends included. For one doctor, or for the whole clinic if `undefined`. */
export interface DaysToClose {
  readonly from: string;
  readonly to: string;
  /** The first day is closed from this minute of the wall clock on. */
  readonly fromMinute: number;
  readonly doctor: { readonly id: string; readonly name: string } | undefined;
}

export type CloseDaysOutcome =
  | { readonly kind: 'closed'; readonly closure: ClosureRow; readonly kept: number; readonly cancelled: number }
  | { readonly kind: 'strands'; readonly bookings: readonly BookingRow[] }
  | { readonly kind: 'already-closed' | 'over' };

/**
 * Closes days, and keeps or cancels the appointments on them. Refused while one of them is undecided, including one that
 * is booked at the same moment.
 */
export function closeDays(
  db: Database,
  close: {
    days: DaysToClose;
    reason: string;
    decisions: StrandedDecisions | undefined;
    by: Actor;
    now: Date;
    cancelBookings: CancelBookings;
  },
): Promise<CloseDaysOutcome> {
  const { days, reason, decisions, by, now, cancelBookings } = close;
  return inTransaction(db, async (tx): Promise<CloseDaysOutcome> => {
    const { from, to, fromMinute, doctor } = days;
    const judged = await judgeStranded(tx, strandedByClosing(days, now), decisions);
    const { timeZone } = await findRules(tx);
    if (to < dateAt(now, timeZone)) return { kind: 'over' };
    if (judged.kind === 'undecided') return { kind: 'strands', bookings: judged.bookings };

    const row = { id: uuidv7(), firstDay: from, lastDay: to, fromMinute, calendarId: doctor?.id ?? null, reason };
    if (!(await insertClosure(tx, row))) return { kind: 'already-closed' };
    const cancelled = await cancelStranded(tx, {
      bookingIds: judged.cancel,
      reason: doctor ? cancelReasons.doctorAway(doctor.name, reason) : cancelReasons.clinicClosed(reason),
      by,
      now,
      cancelBookings,
    });
    const { kept } = judged;
    const detail = `${closureDays(days)}: ${reason}. ${settlementText({ kept, cancelled })}`.trim();
    await recordAudit(tx, { by, what: 'close-days', on: doctor, outcome: 'done', detail, now });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'closed', closure: { ...row, doctorName: doctor?.name ?? null }, kept, cancelled };
  });
}

/** The appointments that closing these days would strand. */
export function previewClosing(
  db: Database,
  { days, now }: { days: DaysToClose; now: Date },
): Promise<readonly BookingRow[]> {
  return listStranded(db, strandedByClosing(days, now));
}

function strandedByClosing({ from, to, fromMinute, doctor }: DaysToClose, now: Date): StrandQuestion {
  const calendarId = doctor?.id;
  const which: UpcomingFilter = { firstDay: from, lastDay: to, ...(calendarId === undefined ? {} : { calendarId }) };
  return {
    now,
    which,
    change: async (db, calendarIds) => {
      const before = await findTimetable(db, { first: from, last: to, calendarIds });
      const closure = { id: '', firstDay: from, lastDay: to, fromMinute, calendarId: calendarId ?? null, reason: '' };
      return { before, after: { ...before, closures: [...before.closures, closure] } };
    },
  };
}

/** Opens closed days again: those from a date on, or all. This strands no appointments. */
export function reopenDays(
  db: Database,
  { id, from, by, now }: { id: string; from?: string; by: Actor; now: Date },
): Promise<'reopened' | 'unknown' | 'over'> {
  return inTransaction(db, async (tx) => {
    await lockTimetable(tx);
    const closure = await findClosure(tx, id);
    if (!closure) return 'unknown';
    const { doctorName, ...row } = closure;
    const { firstDay, lastDay, fromMinute, calendarId, reason } = row;
    if (from !== undefined && from > lastDay) return 'over';

    await deleteClosure(tx, id);
    const staysClosed = from !== undefined && from > firstDay;
    if (staysClosed) await insertClosure(tx, { ...row, lastDay: addDays(from, -1) });
    const opened = staysClosed ? { from, to: lastDay, fromMinute: 0 } : { from: firstDay, to: lastDay, fromMinute };
    await recordAudit(tx, {
      by,
      what: 'reopen-days',
      on: calendarId === null ? undefined : { id: calendarId, name: doctorName ?? '' },
      outcome: 'done',
      detail: `${closureDays(opened)}: ${reason}.`,
      now,
    });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return 'reopened';
  });
}

import { closureDays } from '@openhours/contract/closure-days.ts';
import type { StrandedDecisions } from '@openhours/contract/hours.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import type { BookingRow, CancelBookings, UpcomingFilter } from '../booking/index.ts';
import { publish } from '../live/index.ts';
import { type ClosedTime, findTimetable, hasEnded, lockTimetable, openedFrom } from '../schedule/index.ts';
import { presentTime } from './presenter.ts';
import { cancelReasons, settlementText } from './rules.ts';
import {
  cancelStranded,
  judgeStranded,
  listStranded,
  type StrandQuestion,
  type TimetableChange,
} from './settle-stranded.ts';
import { type ClosureRow, deleteClosure, findClosure, insertClosure } from './store.ts';

/** Time to close for one doctor, or for the whole clinic if `doctor` is `undefined`. */
export interface DaysToClose extends ClosedTime {
  readonly doctor: { readonly id: string; readonly name: string } | undefined;
}

type CloseDaysOutcome =
  | { readonly kind: 'closed'; readonly closure: ClosureRow; readonly kept: number; readonly cancelled: number }
  | { readonly kind: 'strands'; readonly bookings: readonly BookingRow[] }
  | Refused<'ALREADY_CLOSED' | 'OVER'>;

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
    const { doctor, ...time } = days;
    const judged = await judgeStranded(tx, strandedByClosing(days, now), decisions);
    const { timeZone } = judged.change.before.rules;
    if (hasEnded(time, { now, timeZone })) return { kind: 'refused', code: 'OVER' };
    if (judged.kind === 'undecided') return { kind: 'strands', bookings: judged.bookings };

    const row = { id: uuidv7(), ...time, calendarId: doctor?.id ?? null, reason };
    if (!(await insertClosure(tx, row))) return { kind: 'refused', code: 'ALREADY_CLOSED' };
    const cancelled = await cancelStranded(tx, {
      bookingIds: judged.cancel,
      reason: doctor ? cancelReasons.doctorAway(doctor.name, reason) : cancelReasons.clinicClosed(reason),
      by,
      now,
      cancelBookings,
    });
    const { kept } = judged;
    const detail = `${closureDays(presentTime(time))}: ${reason}. ${settlementText({ kept, cancelled })}`.trim();
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

function strandedByClosing({ doctor, ...time }: DaysToClose, now: Date): StrandQuestion<TimetableChange> {
  const { firstDay, lastDay } = time;
  const which: UpcomingFilter = { firstDay, lastDay, ...(doctor && { calendarId: doctor.id }) };
  return {
    now,
    which,
    change: async (db, calendarIds) => {
      const before = await findTimetable(db, { first: firstDay, last: lastDay, calendarIds });
      const closure = { id: '', ...time, calendarId: doctor?.id ?? null, reason: '' };
      return { before, after: { ...before, closures: [...before.closures, closure] } };
    },
  };
}

/**
 * Opens closed days again from a minute of a day on. This strands no appointments. Time that is over can be opened too: an
 * absence that was entered by mistake would stay in the agenda and in the statistics.
 * Refused if it ends before that minute.
 */
export function reopenDays(
  db: Database,
  { id, from, by, now }: { id: string; from: { day: string; minute: number }; by: Actor; now: Date },
): Promise<{ readonly kind: 'reopened' } | Refused<'NOT_FOUND' | 'OVER'>> {
  return inTransaction(db, async (tx) => {
    await lockTimetable(tx);
    const closure = await findClosure(tx, id);
    if (!closure) return { kind: 'refused', code: 'NOT_FOUND' };
    const { doctorName, ...row } = closure;
    const { calendarId, reason } = row;
    const { closed, opened } = openedFrom(row, from);
    if (!opened) return { kind: 'refused', code: 'OVER' };

    await deleteClosure(tx, id);
    if (closed) await insertClosure(tx, { ...row, ...closed });
    await recordAudit(tx, {
      by,
      what: 'reopen-days',
      on: calendarId === null ? undefined : { id: calendarId, name: doctorName ?? '' },
      outcome: 'done',
      detail: `${closureDays(presentTime(opened))}: ${reason}.`,
      now,
    });
    await publish(tx, { to: 'everyone', event: { type: 'timetable' } });
    return { kind: 'reopened' };
  });
}

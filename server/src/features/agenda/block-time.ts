import { counted } from '@openhours/contract/counted.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { type BookingReader, type BookingRow, type CancelBookings, cancelsAs, whyNotBecome } from '../booking/index.ts';
import { publish } from '../live/index.ts';
import { clinicDay, findRules, lockTimetable } from '../schedule/index.ts';
import { planBlock } from './rules.ts';
import {
  type AgendaTime,
  deleteBlock,
  endHoldsBetween,
  findCalendar,
  insertBlock,
  lockBusyBetween,
  type NamedCalendar,
} from './store.ts';
import { spanOf, timeOfBlock } from './time-of-day.ts';

interface TimeToBlock {
  readonly calendarId: string;
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly startMinute: number;
  readonly minutes: number;
  readonly reason: string;
  /** The appointments to cancel, and what their patients are told. */
  readonly cancel: readonly string[];
  readonly cancelReason?: string | undefined;
}

type BlockOutcome =
  | { readonly kind: 'blocked'; readonly block: AgendaTime; readonly cancelled: number }
  | { readonly kind: 'hits'; readonly bookings: readonly BookingRow[] }
  | Refused<'NOT_FOUND' | 'REASON_MISSING' | 'HAS_BEGUN' | 'BLOCKED_ALREADY' | 'KEPT_FREE' | 'SKIPPED' | 'OVER'>;

/**
 * Blocks time of a calendar. If the caller named every appointment in it, they are cancelled; otherwise nothing happens.
 * Takes the timetable's lock, so that nobody books or holds at the same time.
 */
export function blockTime(
  db: Database,
  {
    wanted,
    reader,
    by,
    cancelBookings,
  }: { wanted: TimeToBlock; reader: BookingReader; by: Actor; cancelBookings: CancelBookings },
): Promise<BlockOutcome> {
  const { calendarId, date, startMinute, reason, cancel, cancelReason } = wanted;
  const { now } = reader;
  return inTransaction(db, async (tx): Promise<BlockOutcome> => {
    const calendar = await findCalendar(tx, calendarId);
    if (calendar === undefined) return { kind: 'refused', code: 'NOT_FOUND' };
    await lockTimetable(tx);
    // Under the lock: the call may have waited for a change of the zone.
    const { timeZone } = await findRules(tx);
    const day = clinicDay(date, timeZone);
    const span = spanOf(wanted, day);
    if (span.to <= now.getTime()) return { kind: 'refused', code: 'OVER' };
    const busy = await lockBusyBetween(tx, { calendarId, ...span });
    const plan = planBlock(span, busy);
    if (plan === 'blocked') return { kind: 'refused', code: 'BLOCKED_ALREADY' };
    if (plan === 'kept-free') return { kind: 'refused', code: 'KEPT_FREE' };
    if (plan === 'skipped') return { kind: 'refused', code: 'SKIPPED' };

    const hit = plan.hits.flatMap((at) => busy[at]?.booking ?? []);
    const roleFor = (booking: BookingRow) => cancelsAs(booking, reader) ?? 'patient';
    if (hit.some((booking) => whyNotBecome('cancelled', booking, { as: roleFor(booking), now, timeZone }))) {
      return { kind: 'refused', code: 'HAS_BEGUN' };
    }
    if (!hit.every(({ id }) => cancel.includes(id))) return { kind: 'hits', bookings: hit };
    if (hit.length > 0 && !cancelReason) return { kind: 'refused', code: 'REASON_MISSING' };
    for (const [as, some] of Map.groupBy(hit, roleFor)) {
      const which = { lockedIds: some.map(({ id }) => id) };
      await cancelBookings(tx, { which, by: by.personId, as, reason: cancelReason ?? '', now });
    }
    await endHoldsBetween(tx, { calendarId, ...span });

    const block = {
      id: uuidv7(),
      kind: 'block',
      calendarId,
      day: date,
      // A block after a buffer begins later. When the clock repeats an hour, a later moment can have an earlier minute.
      startMinute: plan.from > span.from ? Math.max(startMinute, day.minuteAt(plan.from)) : startMinute,
      startsAt: new Date(plan.from),
      busyUntil: new Date(span.to),
      reason,
    } as const;
    await insertBlock(tx, block);
    const label = slotLabel(timeOfBlock(block, timeZone));
    const cancelled = hit.length === 0 ? '' : ` ${counted(hit.length, 'booking')} cancelled.`;
    await recordAudit(tx, {
      by,
      what: 'block-time',
      ...auditedAs(calendar, `${mediumDateFromIso(date)}, ${label}: ${reason}.${cancelled}`),
      outcome: 'done',
      now,
    });
    await publish(tx, { to: 'everyone', event: { type: 'slots', date: mediumDateFromIso(date) } });
    return { kind: 'blocked', block, cancelled: hit.length };
  });
}

/** The audit log's entry is about the doctor. If that is no person with an account, it names the calendar. */
function auditedAs(calendar: NamedCalendar | undefined, detail: string) {
  if (!calendar) return { detail };
  const { doctorId: id, name } = calendar;
  return id === null ? { detail: `${name}, ${detail}` } : { on: { id, name }, detail };
}

/** Ends a block of a calendar, or of any. */
export function unblockTime(
  db: Database,
  {
    blockId,
    calendarId,
    timeZone,
    by,
    now,
  }: { blockId: string; calendarId: string | undefined; timeZone: string; by: Actor; now: Date },
): Promise<'ended' | 'not-found'> {
  return inTransaction(db, async (tx) => {
    const block = await deleteBlock(tx, { id: blockId, calendarId });
    if (!block) return 'not-found';
    const date = mediumDateFromIso(block.day);
    await recordAudit(tx, {
      by,
      what: 'unblock-time',
      ...auditedAs(
        await findCalendar(tx, block.calendarId),
        `${date}, ${slotLabel(timeOfBlock(block, timeZone))}: ${block.reason}.`,
      ),
      outcome: 'done',
      now,
    });
    await publish(tx, { to: 'everyone', event: { type: 'slots', date } });
    return 'ended';
  });
}

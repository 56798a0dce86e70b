import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { TransactionRollbackError } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../call/caller.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { publish } from '../live/index.ts';
import { dayInView, findOpenOption, findTimetable, type OptionOfDay, type Slot } from '../schedule/index.ts';
import { type BareRefusal, chooseSlot, withNearestSlots } from './choose-slot.ts';
import { deleteHolds, findOfferedTo, insertHold, keepSession, listHolds } from './hold-store.ts';
import { holdEndsAt, holdsToEnd, type Refusal } from './rules.ts';
import { endHolds, lockForBooking } from './store.ts';

/** The slot to hold. `date` is 'YYYY-MM-DD'. */
export interface HoldRequest {
  readonly optionId: string;
  readonly date: string;
  readonly slot: string;
}

type Holder = Pick<Caller, 'personId' | 'sessionId' | 'isDoctor' | 'isFrontDesk' | 'isAdmin'>;

interface Held {
  readonly id: string;
  readonly expiresAt: Date;
}

export type HoldOutcome =
  | ({ readonly kind: 'held' } & Held)
  | { readonly kind: 'signed out' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly treatment: string };

/**
 * Holds a slot for a person while they book, or says why not; then their other holds stay. A hold is a row among the
 * busy times of the calendar, so the constraint that decides between bookings decides about it too.
 */
export async function holdSlot(
  db: Database,
  { request, holder, now }: { request: HoldRequest; holder: Holder; now: Date },
): Promise<HoldOutcome> {
  const { optionId, date } = request;
  const outcome = await inTransaction(db, async (tx) => {
    await lockForBooking(tx, holder.personId);
    if (!(await keepSession(tx, holder.sessionId))) return { kind: 'signed out' } as const;
    const option = await findOpenOption(tx, optionId);
    const bare = (refusal: BareRefusal) =>
      ({ kind: 'bare', refusal, treatment: option?.treatment ?? 'This treatment' }) as const;
    if (!option) return bare({ code: 'TREATMENT_UNKNOWN' });
    const slot = await chooseHeld(tx, { option, request, holder, now });
    if ('code' in slot) return bare(slot);
    const held = await claim(tx, { option, slot, date, holder, now });
    return held ? ({ kind: 'held', ...held } as const) : bare({ code: 'SLOT_TAKEN', nearMinute: slot.startMinute });
  });
  if (outcome.kind !== 'bare') return outcome;
  const { refusal, treatment } = outcome;
  return { kind: 'refused', treatment, refusal: await withNearestSlots(db, { refusal, treatment, date, now }) };
}

type HeldOption = Omit<OptionOfDay, 'taken'>;

/** The slot, if it is offered. Staff may hold it until it ends, as they may book it. */
async function chooseHeld(
  tx: Database,
  { option, request, holder, now }: { option: HeldOption; request: HoldRequest; holder: Holder; now: Date },
): Promise<Slot | BareRefusal> {
  const { date, slot: label } = request;
  const timetable = await findTimetable(tx, { first: date, last: date, calendarIds: [option.calendarId] });
  const view = dayInView({ date, clinic: timetable.rules, now });
  const isStaff = holder.isDoctor || holder.isFrontDesk || holder.isAdmin;
  const isInTime = ({ from, to }: Slot) =>
    isStaff ? to > now.getTime() : view.state === 'bookable' && from >= view.earliest;
  const asked = { request: { slot: label, agreed: undefined }, view, timetable, isInTime, now };
  const choice = chooseSlot([option], asked);
  if ('code' in choice) return choice;
  return choice[0]?.slot ?? { code: 'SLOT_NOT_OFFERED', nearMinute: undefined };
}

/**
 * Returns the person's hold of this slot, or makes it instead of what it replaces. `undefined`: it is taken. A slot that
 * the waiting list offers them is held for them already.
 */
async function claim(
  tx: Database,
  { option, slot, date: day, holder, now }: { option: HeldOption; slot: Slot; date: string; holder: Holder; now: Date },
): Promise<Held | undefined> {
  const { optionId, calendarId } = option;
  const { personId: holderId, sessionId } = holder;
  const offered = await findOfferedTo(tx, { holderId, day, startMinute: slot.startMinute, optionId });
  if (offered) return offered;
  const mine = await listHolds(tx, { holderId, now });
  const wanted = { calendarId, day, startMinute: slot.startMinute, optionId };
  const { same, ended } = holdsToEnd(mine, wanted);
  if (same?.expiresAt) return { id: same.id, expiresAt: same.expiresAt };

  const expiresAt = holdEndsAt(now);
  const hold = { id: uuidv7(), ...wanted, holderId, sessionId, expiresAt };
  const times = { startsAt: new Date(slot.from), busyUntil: new Date(slot.busyUntil) };
  try {
    await tx.transaction(async (savepoint) => {
      await endHolds(savepoint, { calendarId, day, ...times, holderId, now });
      await deleteHolds(savepoint, { holderId, ids: ended.map(({ id }) => id) });
      if (!(await insertHold(savepoint, { ...hold, ...times }))) savepoint.rollback();
    });
  } catch (error) {
    if (error instanceof TransactionRollbackError) return undefined;
    throw error;
  }
  await publish(tx, { to: 'everyone', event: { type: 'slots', date: mediumDateFromIso(day) } });
  return { id: hold.id, expiresAt };
}

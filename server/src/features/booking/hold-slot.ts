import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../call/caller.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { retryingDeadlocks } from '../../database/retrying-deadlocks.ts';
import { type NotifyNodes, notifyAfter } from '../live/index.ts';
import {
  dayInView,
  findOpenOption,
  findTimetable,
  type SchedulePlan,
  type Slot,
  type TimetableInForce,
} from '../schedule/index.ts';
import type { KnownSchedule } from './book-appointment.ts';
import { type BareRefusal, chooseSlot, type WantedOption, withNearestKnownSlots } from './choose-slot.ts';
import { recordHold } from './hold-store.ts';
import { holdEndsAt, MOST_HOLDS, type Refusal } from './rules.ts';
import { lockForBooking } from './store.ts';

/** The slot to hold. `date` is 'YYYY-MM-DD'. */
export interface HoldRequest {
  readonly optionId: string;
  readonly date: string;
  readonly slot: string;
}

interface Hold {
  readonly request: HoldRequest;
  readonly holder: Pick<Caller, 'personId' | 'sessionId' | 'isDoctor' | 'isFrontDesk' | 'isAdmin'>;
  readonly now: Date;
}

export type HoldOutcome =
  | { readonly kind: 'held'; readonly id: string; readonly expiresAt: Date }
  | { readonly kind: 'signed out' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly treatment: string };

/** The outcome before the nearest free slots are added to a refusal. */
type BareOutcome =
  | Exclude<HoldOutcome, { kind: 'refused' }>
  | { readonly kind: 'refused'; readonly refusal: BareRefusal; readonly treatment: string };

/**
 * Holds a slot for a person while they book. A refusal leaves their other holds unchanged. A hold is a row among the
 * busy times of the calendar, so the constraint that decides between bookings decides about it too. Like a booking, it is
 * made from what this node knows in one statement, or from what a transaction reads.
 */
export async function holdSlot(
  db: Database,
  { known, notify, ...hold }: Hold & { known: KnownSchedule; notify: NotifyNodes },
): Promise<HoldOutcome> {
  const outcome =
    (await holdFromKnownPlan(db, { ...hold, plan: await known.plan(), notify })) ??
    (await inTransaction(db, (tx) => holdFromFreshPlan(tx, hold)));
  if (outcome.kind !== 'refused') return outcome;
  const { refusal, treatment } = outcome;
  const question = { refusal, treatment, date: hold.request.date, now: hold.now };
  return { ...outcome, refusal: await withNearestKnownSlots(known.look, question) };
}

/** Returns undefined if the plan is out of date, or is not enough to refuse. */
async function holdFromKnownPlan(
  db: Database,
  { plan, notify, ...hold }: Hold & { plan: SchedulePlan; notify: NotifyNodes },
): Promise<BareOutcome | undefined> {
  const option = plan.options.find(({ optionId }) => optionId === hold.request.optionId);
  const slot = option && choose(hold, { option, timetable: plan.timetable });
  if (!slot || 'code' in slot) return undefined;
  const commit = () => retryingDeadlocks(() => take(db, { ...hold, option, slot, planned: plan.snapshot }));
  return notifyAfter(commit, { notify, hasChanged: (outcome) => outcome?.kind === 'held' });
}

/** Reads the plan in the transaction, so that it is the last one. */
async function holdFromFreshPlan(tx: Database, hold: Hold): Promise<BareOutcome> {
  const { optionId, date } = hold.request;
  await lockForBooking(tx, hold.holder.personId);
  const option = await findOpenOption(tx, optionId);
  if (!option) return { kind: 'refused', refusal: { code: 'TREATMENT_UNKNOWN' }, treatment: 'This treatment' };
  const timetable = await findTimetable(tx, { first: date, last: date, calendarIds: [option.calendarId] });
  const slot = choose(hold, { option, timetable });
  if ('code' in slot) return { kind: 'refused', refusal: slot, treatment: option.treatment };
  const outcome = await take(tx, { ...hold, option, slot, planned: undefined });
  if (!outcome) throw new Error('The plan of a hold changed although it was locked');
  return outcome;
}

/** The slot, if it is offered. Staff may hold it until it ends, as they may book it. Pure. */
function choose(
  { request, holder, now }: Hold,
  { option, timetable }: { option: WantedOption; timetable: TimetableInForce },
): Slot | BareRefusal {
  const view = dayInView({ date: request.date, clinic: timetable.rules, now });
  const isStaff = holder.isDoctor || holder.isFrontDesk || holder.isAdmin;
  const isInTime = ({ from, to }: Slot) =>
    isStaff ? to > now.getTime() : view.state === 'bookable' && from >= view.earliest;
  const asked = { request: { slot: request.slot, agreed: undefined }, view, timetable, isInTime, now };
  const choice = chooseSlot([option], asked);
  if ('code' in choice) return choice;
  return choice[0]?.slot ?? { code: 'SLOT_NOT_OFFERED', nearMinute: undefined };
}

/** Returns undefined if the plan is out of date. */
async function take(
  db: Database,
  {
    request,
    holder,
    now,
    option,
    slot,
    ...rest
  }: Hold & { option: WantedOption; slot: Slot; planned: string | undefined },
): Promise<BareOutcome | undefined> {
  const { optionId, calendarId, treatment } = option;
  const { date: day } = request;
  const recorded = await recordHold(db, {
    hold: {
      id: uuidv7(),
      calendarId,
      day,
      startMinute: slot.startMinute,
      startsAt: new Date(slot.from),
      busyUntil: new Date(slot.busyUntil),
      optionId,
      holderId: holder.personId,
      sessionId: holder.sessionId,
      expiresAt: holdEndsAt(now),
    },
    mostHolds: MOST_HOLDS,
    now,
    ...rest,
  });
  if (!('against' in recorded)) return { kind: 'held', ...recorded };
  switch (recorded.against) {
    case 'changed':
      return undefined;
    case 'signed out':
      return { kind: 'signed out' };
    case 'busy':
      return { kind: 'refused', refusal: { code: 'SLOT_TAKEN', nearMinute: slot.startMinute }, treatment };
  }
}

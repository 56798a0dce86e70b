import { v7 as uuidv7 } from 'uuid';
import { type Caller, isStaff } from '../../call/caller.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type NotifyNodes, notifyAfter } from '../live/index.ts';
import {
  findOpenOption,
  findTimetable,
  type OpenOption,
  type SchedulePlan,
  type TimetableInForce,
} from '../schedule/index.ts';
import type { KnownSchedule } from './book-appointment.ts';
import { chooseSlot, takeFirst } from './choose-slot.ts';
import { type HoldToRecord, type RecordedHold, recordHold } from './hold-store.ts';
import { termsOf } from './pay-by.ts';
import { holdEndsAt, MOST_HOLDS, type Refusal, refuseUnconfirmed } from './rules.ts';
import { lockForBooking } from './store.ts';

/** The slot to hold. `date` is 'YYYY-MM-DD'. */
interface HoldRequest {
  readonly optionId: string;
  readonly date: string;
  readonly slot: string;
}

interface Hold {
  readonly request: HoldRequest;
  readonly holder: Pick<
    Caller,
    'personId' | 'sessionId' | 'email' | 'emailVerified' | 'isDoctor' | 'isFrontDesk' | 'isAdmin'
  >;
  readonly now: Date;
}

type RecordHold = (request: HoldToRecord) => Promise<RecordedHold>;

/** What holds from known plans need. */
interface HoldsFromKnownPlans {
  readonly record: RecordHold;
  readonly notify: NotifyNodes;
}

type HoldOutcome =
  | {
      readonly kind: 'held';
      readonly id: string;
      readonly expiresAt: Date;
      readonly terms: ReturnType<typeof termsOf>;
    }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly treatment: string };

/**
 * Holds a slot for a person while they book. A refusal leaves their other holds unchanged. A hold is a row among the
 * busy times of the calendar, so the rule that decides between bookings decides about it too. Like a booking, it is
 * made from what this node knows in one statement, or from what a transaction reads.
 */
export async function holdSlot(
  db: Database,
  { known, ...hold }: Hold & HoldsFromKnownPlans & { known: KnownSchedule },
): Promise<HoldOutcome> {
  return (
    (await holdFromKnownPlan({ ...hold, plan: await known.plan() })) ??
    (await inTransaction(db, (tx) => holdFromFreshPlan(tx, hold)))
  );
}

/** Returns undefined if the plan is out of date, or is not enough to refuse. */
async function holdFromKnownPlan({
  plan: { options, timetable, snapshot },
  notify,
  record,
  ...hold
}: Hold & HoldsFromKnownPlans & { plan: SchedulePlan }): Promise<HoldOutcome | undefined> {
  const option = options.find(({ optionId }) => optionId === hold.request.optionId);
  if (!option) return undefined;
  const commit = () => holdTime(record, { ...hold, option, timetable, planned: snapshot });
  return notifyAfter(commit, { notify, hasChanged: (outcome) => outcome?.kind === 'held' });
}

/** Reads the plan in the transaction, so that it is the last one. */
async function holdFromFreshPlan(tx: Database, hold: Hold): Promise<HoldOutcome> {
  const { optionId, date } = hold.request;
  await lockForBooking(tx, hold.holder.personId);
  const option = await findOpenOption(tx, optionId);
  if (!option) return { kind: 'refused', refusal: { code: 'TREATMENT_UNKNOWN' }, treatment: 'This treatment' };
  const timetable = await findTimetable(tx, { first: date, last: date, calendarIds: [option.calendarId] });
  const record = (request: HoldToRecord) => recordHold(tx, request);
  const outcome = await holdTime(record, { ...hold, option, timetable, planned: undefined });
  if (!outcome) throw new Error('The plan of a hold changed although it was locked');
  return outcome;
}

/** Staff may hold a slot until it ends, as they may book it. Returns undefined if a known plan is not enough. */
async function holdTime(
  record: RecordHold,
  from: Hold & { option: OpenOption; timetable: TimetableInForce; planned: string | undefined },
): Promise<HoldOutcome | undefined> {
  const { request, holder, now, option, timetable, planned } = from;
  const refused = (refusal: Refusal) => ({ kind: 'refused', refusal, treatment: option.treatment }) as const;
  const choice =
    refuseUnconfirmed(holder, timetable.rules) ??
    chooseSlot(
      { options: [option], timetable },
      {
        request: { ...request, agreed: undefined },
        inTimeFor: isStaff(holder) ? 'staff' : 'patients',
        now,
      },
    );
  if ('code' in choice) return planned === undefined ? refused(choice) : undefined;
  const outcome = await takeFirst(choice, async ({ slot }) => {
    const recorded = await record({
      hold: {
        id: uuidv7(),
        calendarId: option.calendarId,
        day: request.date,
        startMinute: slot.startMinute,
        startsAt: new Date(slot.from),
        busyUntil: new Date(slot.busyUntil),
        optionId: option.optionId,
        holderId: holder.personId,
        sessionId: holder.sessionId,
        expiresAt: holdEndsAt(now),
      },
      mostHolds: MOST_HOLDS,
      now,
      planned,
    });
    if (!('against' in recorded)) {
      const priced = { startsAt: new Date(slot.from), priceMinor: option.price.minor, rules: timetable.rules, now };
      return { kind: 'held', ...recorded, terms: termsOf(priced) } as const;
    }
    if (recorded.against === 'busy') return 'taken';
    return recorded.against === 'changed' ? undefined : ({ kind: 'signed-out' } as const);
  });
  return outcome && 'code' in outcome ? refused(outcome) : outcome;
}

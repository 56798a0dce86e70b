import { v7 as uuidv7 } from 'uuid';
import { type Caller, isStaff } from '../../call/caller.ts';
import { type KnownSchedule, takeByPlan } from './booking-plan.ts';
import { chooseSlot, takeFirst } from './choose-slot.ts';
import type { HoldToRecord, RecordedHold } from './hold-store.ts';
import { termsOf } from './pay-by.ts';
import { holdEndsAt, MOST_HOLDS, type Refusal, refuseUnconfirmed } from './rules.ts';

interface Hold {
  /** The slot to hold. `date` is 'YYYY-MM-DD'. */
  readonly request: { readonly optionId: string; readonly date: string; readonly slot: string };
  readonly holder: Pick<
    Caller,
    'personId' | 'sessionId' | 'email' | 'emailVerified' | 'isDoctor' | 'isFrontDesk' | 'isAdmin'
  >;
  readonly now: Date;
  readonly known: KnownSchedule;
  readonly record: (hold: HoldToRecord) => Promise<RecordedHold>;
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
 * Holds a slot for a person while they book. Staff may hold a slot until it ends, as they may book it. A refusal leaves their
 * other holds unchanged. A hold is a row among the busy times of the calendar, so the rule that decides between bookings decides
 * about it too.
 */
export async function holdSlot({ request, holder, now, known, record }: Hold): Promise<HoldOutcome> {
  const outcome = await takeByPlan(known, {
    choose: (plan) =>
      (isStaff(holder) ? undefined : refuseUnconfirmed(holder, plan.timetable.rules)) ??
      chooseSlot(plan, {
        request: { ...request, agreed: undefined },
        inTimeFor: isStaff(holder) ? 'staff' : 'patients',
        now,
      }),
    take: (choice, { snapshot, timetable: { rules } }) =>
      takeFirst(choice, async ({ option, slot }) => {
        const startsAt = new Date(slot.from);
        const recorded = await record({
          hold: {
            id: uuidv7(),
            calendarId: option.calendarId,
            day: request.date,
            startMinute: slot.startMinute,
            startsAt,
            busyUntil: new Date(slot.busyUntil),
            optionId: option.optionId,
            holderId: holder.personId,
            sessionId: holder.sessionId,
            expiresAt: holdEndsAt(now),
          },
          mostHolds: MOST_HOLDS,
          now,
          planned: snapshot,
        });
        if (!('against' in recorded)) {
          const terms = termsOf({ startsAt, priceMinor: option.price.minor, rules, now });
          return { kind: 'held', ...recorded, terms } as const;
        }
        switch (recorded.against) {
          case 'busy':
            return 'taken';
          case 'changed':
            return 'changed';
          case 'signed-out':
            return { kind: 'signed-out' } as const;
        }
      }),
  });
  if (!('code' in outcome)) return outcome;
  const { options } = await known.plan();
  const treatment = options.find(({ optionId }) => optionId === request.optionId)?.treatment ?? 'This treatment';
  return { kind: 'refused', refusal: outcome, treatment };
}

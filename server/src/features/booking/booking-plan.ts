import { problemResponse, RefusedByLimit } from '../../call/problems.ts';
import type { Database } from '../../database/database.ts';
import type { KnownDay, SchedulePlan } from '../schedule/index.ts';
import type { Choice } from './choose-slot.ts';
import { listWantingNewBookings, type WantingStaff } from './mail-staff.ts';
import type { Refusal } from './rules.ts';

/** What one needs to know to book: options, hours and rules, and who of the staff wants an email about it. */
export interface BookingPlan extends SchedulePlan {
  readonly staff: readonly WantingStaff[];
}

interface Plans<Plan> {
  /** As far as this node knows: it may have changed within the last seconds. */
  plan(this: void): Promise<Plan>;
  /** With all that has been committed so far. The same object as before if nothing has changed. */
  latestPlan(this: void): Promise<Plan>;
}

/** What this node knows without asking the database each time. */
export interface KnownSchedule extends Plans<BookingPlan> {
  /** A day with all that has been committed so far. */
  look(this: void, date: string): Promise<KnownDay>;
}

/**
 * Reads who of the staff wants an email once for each plan of the schedule: what changes one of them is noted in the same
 * table (`schedule_changes`), so a booking that was made from an old plan is refused as changed.
 */
export function createBookingPlans(db: Database, schedule: Plans<SchedulePlan>): Plans<BookingPlan> {
  let last: { readonly of: SchedulePlan; readonly plan: Promise<BookingPlan> } | undefined;
  const withStaff = (of: SchedulePlan): Promise<BookingPlan> => {
    if (last?.of === of) return last.plan;
    const plan = listWantingNewBookings(db).then((staff) => ({ ...of, staff }));
    last = { of, plan };
    plan.catch(() => {
      if (last?.plan === plan) last = undefined;
    });
    return plan;
  };
  return {
    plan: async () => withStaff(await schedule.plan()),
    latestPlan: async () => withStaff(await schedule.latestPlan()),
  };
}

/** The plan would have to change at each of the tries, which take milliseconds. */
const MOST_PLANS = 20;
const CHANGING = 'The opening hours or treatments of the clinic are being changed. Please try again in a moment.';

/**
 * Chooses a time by the plan that this node has, and takes it. If that plan has no such time, or is found to be old when the time
 * is taken, this is done again by the latest plan. So a time is taken, or refused, only by a plan that was the latest one after
 * the request came.
 *
 * @throws RefusedByLimit (503) if the plan changes without end; nothing was taken
 * @param how.take 'changed': the plan is not the latest one, and nothing was taken
 */
export async function takeByPlan<Outcome>(
  known: Plans<BookingPlan>,
  how: {
    choose: (plan: BookingPlan) => Choice | Refusal;
    take: (choice: Choice, plan: BookingPlan) => Promise<Outcome | 'changed'>;
  },
): Promise<Outcome | Refusal> {
  let plan = await known.plan();
  for (let tried = 1; tried <= MOST_PLANS; tried += 1) {
    const choice = how.choose(plan);
    if (!('code' in choice)) {
      const outcome = await how.take(choice, plan);
      if (outcome !== 'changed') return outcome;
    }
    const latest = await known.latestPlan();
    if ('code' in choice && latest === plan) return choice;
    plan = latest;
  }
  throw new RefusedByLimit(
    problemResponse('SERVICE_UNAVAILABLE', { message: CHANGING, headers: { 'retry-after': '1' } }),
  );
}

import type { Database } from '../../database/database.ts';
import type { SchedulePlan } from '../schedule/index.ts';
import type { BookingPlan } from './book-slot.ts';
import { listWantingNewBookings } from './mail-staff.ts';

/**
 * Reads who of the staff wants an email once for each plan of the schedule: what changes one of them is noted in the same
 * table (`schedule_changes`), so a booking that was made from an old plan is refused as changed.
 */
export function createBookingPlan(db: Database, schedule: () => Promise<SchedulePlan>): () => Promise<BookingPlan> {
  let last: { readonly of: SchedulePlan; readonly plan: Promise<BookingPlan> } | undefined;
  return async () => {
    const of = await schedule();
    if (last?.of === of) return last.plan;
    const plan = listWantingNewBookings(db).then((staff) => ({ ...of, staff }));
    last = { of, plan };
    plan.catch(() => {
      if (last?.plan === plan) last = undefined;
    });
    return plan;
  };
}

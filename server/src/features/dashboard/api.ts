import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { findNextBooking, presenterFor, summariseUnpaid } from '../booking/index.ts';
import { countUnread } from '../conversations/index.ts';
import { type ClinicClock, dateAt } from '../schedule/index.ts';

/** The call of `contract/dashboard.ts`. */
export function dashboardApi({ clinic }: { clinic: ClinicClock }) {
  const calls = implement(contract.dashboard).$context<CallContext>();
  return {
    mine: calls.mine.handler(async ({ context }) => {
      const { db, now } = context;
      const { personId } = callerOf(context);
      const [next, unpaid, unread] = await Promise.all([
        findNextBooking(db, { patientId: personId, today: dateAt(now, clinic.timeZone), now }),
        summariseUnpaid(db, personId),
        countUnread(db, personId),
      ]);
      const present = presenterFor(context, clinic);
      return {
        nextAppointment: next ? present(next) : null,
        unpaid: { count: unpaid.count, first: unpaid.first ? present(unpaid.first) : null },
        unread,
      };
    }),
  };
}

import { contract } from '@openhours/contract';
import type { ClinicFacts, FollowingBookings } from '@openhours/contract/clinic-facts.ts';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { actorOf } from '../audit/index.ts';
import { type FollowingBooking, presenterFor } from '../booking/index.ts';
import { listClinicHours } from '../schedule/index.ts';
import type { CurrentClinic } from './current-clinic.ts';
import { presentFacts } from './presenter.ts';
import { saveFacts } from './save-facts.ts';
import { type ClinicRow, findClinic, isOpen } from './store.ts';

/** The calls of `contract/clinic-facts.ts`. */
export function clinicFactsApi({ clinic }: { clinic: Pick<CurrentClinic, 'phoneCountry' | 'timeZone'> }) {
  const calls = implement(contract.clinicFacts).$context<CallContext>();
  return {
    get: calls.get.handler(async ({ context: { db } }) => present(db, await findClinic(db))),

    save: calls.save.handler(async ({ context, input: { version, bookings, ...changes }, errors }) => {
      const { db, now } = context;
      const { phoneCountry } = clinic;
      const by = actorOf(context);
      const mayMoveBookings = bookings === 'keep';
      const outcome = await saveFacts(db, { changes, version, phoneCountry, mayMoveBookings, by, now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      if (outcome.kind === 'moves-bookings') {
        const data = presentFollowing(outcome.bookings, { now, present: presenterFor(context, clinic) });
        throw errors[outcome.code]({ data });
      }
      return { acknowledged: true, ...(await present(db, outcome.clinic)) };
    }),
  };
}

async function present(db: Database, row: ClinicRow): Promise<ClinicFacts> {
  return presentFacts(row, { hours: await listClinicHours(db), open: await isOpen(db) });
}

const SHOWN_BOOKINGS = 5;

/** Those whose time the clock skips come first. */
function presentFollowing(
  bookings: readonly FollowingBooking[],
  { now, present }: { now: Date; present: ReturnType<typeof presenterFor> },
): FollowingBookings {
  const skippedFirst = bookings.toSorted(
    (one, other) => Number(one.startsAt !== null) - Number(other.startsAt !== null),
  );
  return {
    bookings: bookings.length,
    begun: bookings.filter(({ booking, startsAt }) => booking.startsAt > now && startsAt !== null && startsAt <= now)
      .length,
    first: skippedFirst.slice(0, SHOWN_BOOKINGS).map(({ booking, startsAt }) => ({
      ...present(booking),
      startsThen: startsAt === null ? null : startsAt.toISOString(),
    })),
  };
}

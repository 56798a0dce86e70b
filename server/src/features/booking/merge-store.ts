import { and, asc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { isWaiting } from './states.ts';

/** Two records of one person, by their ids. */
interface Pair {
  readonly from: string;
  readonly into: string;
}

const others = alias(bookings, 'others');
const shown = ({ state, treatmentName, day, startMinute, minutes }: typeof bookings | typeof others) => ({
  state,
  treatmentName,
  day,
  startMinute,
  minutes,
});

/**
 * The first live appointment of one that the other's appointments exclude, with that one: at the same time, or for the same
 * treatment on the same day.
 */
export async function findClash(db: Database, { from, into }: Pair) {
  const overlap = and(lt(bookings.startsAt, others.endsAt), gt(bookings.endsAt, others.startsAt));
  const isSameTreatment = and(eq(bookings.treatmentId, others.treatmentId), eq(bookings.day, others.day));
  const [clash] = await db
    .select({ one: shown(bookings), other: shown(others) })
    .from(bookings)
    .innerJoin(others, and(eq(others.treatedId, into), ne(others.state, 'cancelled'), or(overlap, isSameTreatment)))
    .where(and(eq(bookings.treatedId, from), ne(bookings.state, 'cancelled')))
    .orderBy(asc(bookings.startsAt), asc(others.startsAt))
    .limit(1);
  return clash && { ...clash, canEnd: isWaiting(clash.one) || isWaiting(clash.other) };
}

/**
 * Gives the appointments of one record to another, and what is offered to it: those that are under the record come under
 * `account`. Those that somebody else booked stay under that account, with the name that they were booked with. Others that
 * are ahead get the name of the other record, as after a change of the name (`bookings_follow_names`). All people are locked
 * (`lockToMerge`). Returns them.
 *
 * @param of.name of the record `into`
 * @param of.account.email '' for none
 */
export async function giveBookings(
  tx: Database,
  of: Pair & { name: string; account: { readonly id: string; readonly email: string }; now: Date },
): Promise<readonly Pick<typeof bookings.$inferSelect, 'id' | 'reference' | 'patientId'>[]> {
  const { from, into, name, account, now } = of;
  const isUnderIt = eq(bookings.patientId, from);
  const isUnderAccount = or(isUnderIt, eq(bookings.patientId, account.id));
  const isRenamed = and(isUnderAccount, gt(bookings.startsAt, now), inArray(bookings.state, ['booked', 'arrived']));
  await tx.update(busyTimes).set({ holderId: account.id }).where(eq(busyTimes.holderId, from));
  return tx
    .update(bookings)
    .set({
      patientId: sql`case when ${isUnderIt} then ${account.id}::uuid else ${bookings.patientId} end`,
      email: sql`case when ${isUnderIt} then ${account.email} else ${bookings.email} end`,
      patientName: sql`case when ${isRenamed} then ${name} else ${bookings.patientName} end`,
      treatedId: into,
    })
    .where(eq(bookings.treatedId, from))
    .returning({ id: bookings.id, reference: bookings.reference, patientId: bookings.patientId });
}

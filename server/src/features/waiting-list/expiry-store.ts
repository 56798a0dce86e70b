import { and, asc, eq, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';
import { waitingListEntries as entries, waitingListOffers as offers } from '../../database/schema/waiting-list.ts';
import { isLiveEntry } from './entry-store.ts';
import { isOpenOffer } from './offer-store.ts';

/** Rows that one statement ends, so that it holds few locks, and takes no longer than a statement may. */
const AT_A_TIME = 500;

/**
 * Ends offers whose time is over. Those that somebody is just answering or booking are left to them. Returns how many.
 */
export async function expireOffers(db: Database, now: Date): Promise<number> {
  const over = db
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(busyTimes, eq(busyTimes.id, offers.id))
    .where(and(isOpenOffer, lte(offers.expiresAt, now)))
    .orderBy(asc(offers.id))
    .limit(AT_A_TIME)
    .for('update', { skipLocked: true });
  return whileFull(async () => {
    const { rowCount } = await db
      .update(offers)
      .set({ state: 'expired' })
      .where(sql`${offers.id} = any(array(${over}))`);
    return rowCount ?? 0;
  });
}

/** Ends entries that nothing can fit any more. Those that somebody is just changing are left to the next look. */
export async function endEntriesThatAreOver(db: Database, { today, now }: { today: string; now: Date }): Promise<void> {
  const at = now.toISOString();
  const over = db
    .select({ id: entries.id })
    .from(entries)
    .where(
      and(
        isLiveEntry,
        or(
          lt(entries.lastDay, today),
          sql`exists (select 1 from ${bookings} b where b.id = ${entries.bookingId} and (b.state <> 'booked'
            or least(b.starts_at, greatest(b.free_at_least_until, b.starts_at - b.free_cancellation_hours * interval '1 hour'))
              <= ${at}))`,
        ),
      ),
    )
    .limit(AT_A_TIME)
    .for('no key update', { skipLocked: true });
  await whileFull(async () => {
    const { rowCount } = await db
      .update(entries)
      .set({ endedAt: now, endedAs: 'over' })
      .where(sql`${entries.id} = any(array(${over}))`);
    return rowCount ?? 0;
  });
}

/**
 * Ends entries for an option that was closed; closing it ends its doctor's calendar (`closeOptionsOfDoctor`). An archived
 * treatment may be offered again. Returns some; the next look ends the others.
 */
export function endEntriesOfClosedOptions(
  tx: Database,
  now: Date,
): Promise<readonly { readonly id: string; readonly personId: string }[]> {
  const closed = tx
    .select({ id: entries.id })
    .from(entries)
    .innerJoin(appointmentOptions, eq(appointmentOptions.id, entries.optionId))
    .where(and(isLiveEntry, eq(appointmentOptions.open, false)))
    .limit(AT_A_TIME)
    .for('no key update', { of: entries, skipLocked: true });
  return tx
    .update(entries)
    .set({ endedAt: now, endedAs: 'over' })
    .where(sql`${entries.id} = any(array(${closed}))`)
    .returning({ id: entries.id, personId: entries.personId });
}

/** Repeats a step until it has done less than it can at a time; returns how much all have done. */
async function whileFull(step: () => Promise<number>): Promise<number> {
  let done = 0;
  for (let last = AT_A_TIME; last === AT_A_TIME; done += last) last = await step();
  return done;
}

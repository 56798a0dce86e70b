import type { TimeCursor } from '@openhours/contract/wire.ts';
import { and, asc, count, eq, gte, isNull, lte, ne, not, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions, treatments } from '../../database/schema/schedule.ts';
import { waitingListEntries as entries } from '../../database/schema/waiting-list.ts';
import { violatedConstraint } from '../../database/violated-constraint.ts';

type EntryRow = typeof entries.$inferSelect;

export const isLiveEntry = isNull(entries.endedAt);

/** How many live entries a person has. Locks the person, so that their entries are counted one after the other. */
export async function countEntriesLocked(tx: Database, personId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('waiting-list-person'), hashtext(${personId}))`);
  const [row] = await tx
    .select({ entries: count() })
    .from(entries)
    .where(and(isLiveEntry, eq(entries.personId, personId)));
  return row?.entries ?? 0;
}

/** Writes an entry. Returns false if there is one for the same request. */
export async function insertEntry(tx: Database, entry: typeof entries.$inferInsert): Promise<boolean> {
  try {
    await tx.transaction((savepoint) => savepoint.insert(entries).values(entry));
    return true;
  } catch (error) {
    if (violatedConstraint(error) === 'one_live_entry_per_request') return false;
    throw error;
  }
}

/** Ends a live entry: a person's own, or anybody's for staff. Returns it. */
export async function endEntry(
  tx: Database,
  of: { id: string; personId?: string; as: 'left' | 'removed'; now: Date },
): Promise<EntryRow | undefined> {
  const [ended] = await tx
    .update(entries)
    .set({ endedAt: of.now, endedAs: of.as })
    .where(
      and(
        isLiveEntry,
        eq(entries.id, of.id),
        of.personId === undefined ? undefined : eq(entries.personId, of.personId),
      ),
    )
    .returning();
  return ended;
}

/**
 * Gives the places of one record of a person to the other. Of two for the same request, the later one ends; and so does one under
 * the account of somebody who looked after them.
 */
export async function giveEntries(
  tx: Database,
  { from, into, now }: { from: string; into: string; now: Date },
): Promise<void> {
  const theirs = and(eq(entries.treatedId, from), isLiveEntry);
  const isUnderOther = and(ne(entries.personId, from), ne(entries.personId, into));
  const ended = { endedAt: now, endedAs: 'over' } as const;
  await tx.update(entries).set(ended).where(and(theirs, isUnderOther));
  const both = sql`(${from}::uuid, ${into}::uuid)`;
  const isLater = sql`exists (
    select from ${entries} e where e.ended_at is null and e.treated_id in ${both}
      and (e.treatment_id, e.option_id, e.booking_id)
        is not distinct from (${entries.treatmentId}, ${entries.optionId}, ${entries.bookingId})
      and (e.joined_at, e.id) < (${entries.joinedAt}, ${entries.id}))`;
  const isEither = sql`${entries.treatedId} in ${both}`;
  await tx
    .update(entries)
    .set(ended)
    .where(and(isLiveEntry, isEither, isLater));
  await tx
    .update(entries)
    .set({
      treatedId: into,
      personId: sql`case when ${entries.personId} = ${from} then ${into}::uuid else ${entries.personId} end`,
    })
    .where(eq(entries.treatedId, from));
}

/** An entry with what it is shown with. */
const shown = {
  entry: entries,
  treatment: { name: treatments.name, priceMinor: treatments.priceMinor, currency: treatments.currency },
  doctorName: appointmentOptions.doctorName,
  treatedName: people.name,
  /** The account's owner, to whom emails about it go. */
  addressee: sql<Pick<typeof people.$inferSelect, 'email' | 'emailVerified' | 'phone'>>`(
    select json_build_object('email', p.email, 'emailVerified', p.email_verified, 'phone', p.phone)
    from ${people} p where p.id = ${entries.personId})`,
  booking: { day: bookings.day, startMinute: bookings.startMinute, minutes: bookings.minutes },
};

function selectShown(db: Database) {
  return db
    .select(shown)
    .from(entries)
    .innerJoin(treatments, eq(treatments.id, entries.treatmentId))
    .innerJoin(people, eq(people.id, entries.treatedId))
    .leftJoin(appointmentOptions, eq(appointmentOptions.id, entries.optionId))
    .leftJoin(bookings, eq(bookings.id, entries.bookingId));
}

export type ShownEntry = Awaited<ReturnType<typeof selectShown>>[number];

/** The live entries of a person, in order. */
export function listEntriesOf(db: Database, personId: string): Promise<readonly ShownEntry[]> {
  return selectShown(db)
    .where(and(isLiveEntry, eq(entries.personId, personId)))
    .orderBy(asc(entries.joinedAt), asc(entries.id));
}

/** A page of all live entries, in order, after the entry `after`. */
export async function listEntries(
  db: Database,
  page: { treatmentId: string | undefined; day: string | undefined; limit: number; after: TimeCursor | undefined },
): Promise<readonly ShownEntry[]> {
  const { treatmentId, day, limit, after } = page;
  return selectShown(db)
    .where(
      and(
        isLiveEntry,
        treatmentId === undefined ? undefined : eq(entries.treatmentId, treatmentId),
        day === undefined ? undefined : and(lte(entries.firstDay, day), gte(entries.lastDay, day)),
        after === undefined
          ? undefined
          : sql`(${entries.joinedAt}, ${entries.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(entries.joinedAt), asc(entries.id))
    .limit(limit);
}

/** An entry that has ended and is not deleted yet. */
export async function findEndedEntry(db: Database, id: string): Promise<ShownEntry | undefined> {
  const [row] = await selectShown(db).where(and(not(isLiveEntry), eq(entries.id, id)));
  return row;
}

export async function findEntry(db: Database, id: string): Promise<ShownEntry | undefined> {
  const [row] = await selectShown(db).where(and(isLiveEntry, eq(entries.id, id)));
  return row;
}

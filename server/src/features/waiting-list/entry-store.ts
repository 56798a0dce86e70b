import { PARTS_OF_DAY } from '@openhours/contract/parts-of-day.ts';
import type { TimeCursor } from '@openhours/contract/wire.ts';
import { and, asc, between, eq, exists, gt, gte, inArray, isNull, lte, ne, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';
import { isUnclaimed, people } from '../../database/schema/identity.ts';
import { appointmentOptions, treatments } from '../../database/schema/schedule.ts';
import { waitingListEntries as entries } from '../../database/schema/waiting-list.ts';
import { violatedConstraint } from '../../database/violated-constraint.ts';
import { matchesPerson } from '../identity/index.ts';

type EntryRow = typeof entries.$inferSelect;

export const isLiveEntry = isNull(entries.endedAt);
const later = alias(entries, 'later');

/** How many live entries a person has. Locks the person, so that their entries are counted one after the other. */
export async function countEntriesLocked(tx: Database, personId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('waiting-list-person'), hashtext(${personId}))`);
  return tx.$count(entries, and(isLiveEntry, eq(entries.personId, personId)));
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
 * Gives the places of one record of a person to the other, before the appointments. Places for which the other record has an
 * appointment end, as they do when it is booked. Of two for the same request, the earlier one gets the days and times of both,
 * and the later one ends; and so does one under the account of somebody who looked after them.
 */
export async function giveEntries(
  tx: Database,
  { from, into, account, now }: { from: string; into: string; account: string; now: Date },
): Promise<void> {
  const theirs = and(eq(entries.treatedId, from), isLiveEntry);
  const isUnderOther = and(ne(entries.personId, from), ne(entries.personId, account));
  const ended = { endedAt: now, endedAs: 'over' } as const;
  await tx.update(entries).set(ended).where(and(theirs, isUnderOther));
  const isEither = inArray(entries.treatedId, [from, into]);
  await endBooked(tx, { both: [from, into], now });
  const merged = await tx
    .update(entries)
    .set({
      firstDay: sql`least(${entries.firstDay}, ${later.firstDay})`,
      lastDay: sql`greatest(${entries.lastDay}, ${later.lastDay})`,
      // None: at any time of the day.
      times: sql`case when '{}' in (${entries.times}, ${later.times}) then '{}'
        else array(select part from unnest(${sql.param([...PARTS_OF_DAY])}::text[]) part
          where part = any(${entries.times} || ${later.times})) end`,
    })
    .from(later)
    .where(
      and(
        isLiveEntry,
        isEither,
        isNull(later.endedAt),
        inArray(later.treatedId, [from, into]),
        sql`(${later.treatmentId}, ${later.optionId}, ${later.bookingId})
          is not distinct from (${entries.treatmentId}, ${entries.optionId}, ${entries.bookingId})`,
        sql`(${entries.joinedAt}, ${entries.id}) < (${later.joinedAt}, ${later.id})`,
      ),
    )
    .returning({ laterId: later.id });
  const laterIds = merged.map(({ laterId }) => laterId);
  await tx.update(entries).set(ended).where(inArray(entries.id, laterIds));
  await tx
    .update(entries)
    .set({
      treatedId: into,
      personId: sql`case when ${entries.personId} = ${from} then ${account}::uuid else ${entries.personId} end`,
    })
    .where(eq(entries.treatedId, from));
}

/** Ends the places of each of two records that an appointment of the other fulfils, as `settle_waiting_list` does. */
async function endBooked(tx: Database, { both, now }: { both: readonly string[]; now: Date }): Promise<void> {
  const booked = tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        inArray(bookings.treatedId, [...both]),
        ne(bookings.treatedId, entries.treatedId),
        eq(bookings.treatmentId, entries.treatmentId),
        ne(bookings.state, 'cancelled'),
        gt(bookings.startsAt, now),
        between(bookings.day, entries.firstDay, entries.lastDay),
      ),
    );
  await tx
    .update(entries)
    .set({ endedAt: now, endedAs: 'booked' })
    .where(and(isLiveEntry, inArray(entries.treatedId, [...both]), isNull(entries.bookingId), exists(booked)));
}

/** `isUnclaimed`, of the account's owner. */
export const isUnclaimedAccount = sql<boolean>`(
  select ${isUnclaimed} from ${people} where ${people.id} = ${entries.personId})`;

/** An entry with what it is shown with. */
const shown = {
  entry: entries,
  treatment: { name: treatments.name, priceMinor: treatments.priceMinor, currency: treatments.currency },
  doctorName: appointmentOptions.doctorName,
  treatedName: people.name,
  isUnclaimed: isUnclaimedAccount,
  /** The account's owner, to whom emails about it go. */
  addressee: sql<Pick<typeof people.$inferSelect, 'email' | 'emailVerified' | 'phone'>>`(
    select json_build_object('email', p.email, 'emailVerified', p.email_verified, 'phone', p.phone)
    from ${people} p where p.id = ${entries.personId})`,
  booking: {
    day: bookings.day,
    startMinute: bookings.startMinute,
    minutes: bookings.minutes,
    priceMinor: bookings.priceMinor,
    currency: bookings.currency,
  },
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
  page: {
    treatmentId: string | undefined;
    day: string | undefined;
    search: string;
    limit: number;
    after: TimeCursor | undefined;
  },
): Promise<readonly ShownEntry[]> {
  const { treatmentId, day, search, limit, after } = page;
  return selectShown(db)
    .where(
      and(
        isLiveEntry,
        treatmentId === undefined ? undefined : eq(entries.treatmentId, treatmentId),
        day === undefined ? undefined : and(lte(entries.firstDay, day), gte(entries.lastDay, day)),
        matchesPerson(search),
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

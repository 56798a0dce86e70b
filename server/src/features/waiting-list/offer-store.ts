import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Database } from '../../database/database.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions, calendars, treatments } from '../../database/schema/schedule.ts';
import { waitingListEntries as entries, waitingListOffers as offers } from '../../database/schema/waiting-list.ts';
import { claimTime } from '../booking/index.ts';
import { type Slot, sharedTimetableLock } from '../schedule/index.ts';

export const isOpenOffer = eq(offers.state, 'open');

/**
 * One node at a time decides who is offered what, until its transaction ends; others wait. The hours stay as they are
 * meanwhile, as while booking.
 */
export async function lockOffering(tx: Database): Promise<void> {
  await tx.execute(
    sql`select ${sharedTimetableLock}, pg_advisory_xact_lock(hashtext('openhours'), hashtext('waiting list'))`,
  );
}

/** An offer to make, and its recipient. */
export interface NewOffer {
  readonly offer: typeof offers.$inferInsert;
  readonly busyUntil: Date;
  readonly personId: string;
}

/**
 * Makes offers: takes the time, locks the entries, and then writes the offers that are still right. Returns those. In
 * this order, because bookings take the time first, too, and then lock the entries of the person treated (end of the
 * migration); in the other order they could wait for each other.
 */
export async function insertOffers(tx: Database, wanted: readonly NewOffer[]): Promise<readonly NewOffer[]> {
  const held: NewOffer[] = [];
  // In the order in which bookings lock them.
  await tx
    .select({ id: calendars.id })
    .from(calendars)
    .where(sql`${calendars.id} = ${anyOf(wanted.map(({ offer }) => offer.calendarId))}`)
    .orderBy(asc(calendars.id))
    .for('no key update');
  for (const one of wanted) {
    const { id, calendarId, day, startMinute, startsAt, optionId, expiresAt } = one.offer;
    const { busyUntil, personId: holderId } = one;
    const time = { id, calendarId, day, startMinute, startsAt, busyUntil, optionId, holderId, expiresAt };
    const isFree = await claimTime(tx, { kind: 'offer', ...time }, { holderId: undefined, now: one.offer.offeredAt });
    if (isFree) held.push(one);
  }
  if (held.length === 0) return [];
  await tx
    .select({ id: entries.id })
    .from(entries)
    .where(sql`${entries.id} = ${anyOf(held.map(({ offer }) => offer.entryId))}`)
    .orderBy(asc(entries.id))
    .for('no key update');
  const made: NewOffer[] = [];
  for (const one of held) {
    if (await insertOffer(tx, one.offer)) made.push(one);
    else await tx.delete(busyTimes).where(eq(busyTimes.id, one.offer.id));
  }
  return made;
}

/** Unless the entry has ended or has an offer, or whoever would be treated has another appointment then, or for it on that day. */
async function insertOffer(tx: Database, offer: NewOffer['offer']): Promise<boolean> {
  const startsAt = offer.startsAt.toISOString();
  const endsAt = offer.endsAt.toISOString();
  const { rows } = await tx.execute(sql`
    select from ${entries} e where e.id = ${offer.entryId} and e.ended_at is null
      and not exists (select from ${offers} o where o.entry_id = e.id and o.state = 'open')
      and not exists (
        select from ${bookings} b
        where b.treated_id = e.treated_id and b.state <> 'cancelled' and b.id is distinct from e.booking_id
          and (b.starts_at < ${endsAt} and ${startsAt} < b.ends_at
            or b.treatment_id = e.treatment_id and b.day = ${offer.day}))`);
  if (rows.length === 0) return false;
  await tx.insert(offers).values(offer);
  return true;
}

/** Whether a calendar is busy at the time of a slot. */
export async function isBusyThen(
  tx: Database,
  { calendarId, slot }: { calendarId: string; slot: Pick<Slot, 'from' | 'busyUntil'> },
): Promise<boolean> {
  const [since, until] = [slot.from, slot.busyUntil].map((at) => new Date(at).toISOString());
  const { rows } = await tx.execute(sql`select from busy_between(${calendarId}, ${since}, ${until}) limit 1`);
  return rows.length > 0;
}

/** An offer and its entry, whatever became of them. */
export async function findOffer(db: Database, id: string) {
  const [row] = await db
    .select({
      offer: offers,
      entry: entries,
      treatment: treatments.name,
      priceMinor: treatments.priceMinor,
      currency: treatments.currency,
      doctorName: appointmentOptions.doctorName,
      treatedName: people.name,
    })
    .from(offers)
    .innerJoin(entries, eq(entries.id, offers.entryId))
    .innerJoin(treatments, eq(treatments.id, entries.treatmentId))
    .innerJoin(appointmentOptions, eq(appointmentOptions.id, offers.optionId))
    .innerJoin(people, eq(people.id, entries.treatedId))
    .where(eq(offers.id, id));
  return row;
}

export type FoundOffer = NonNullable<Awaited<ReturnType<typeof findOffer>>>;

/** The same for its holder, locked until this transaction ends. */
export async function lockOffer(
  tx: Database,
  { id, personId }: { id: string; personId: string },
): Promise<FoundOffer | undefined> {
  await tx.select({ id: offers.id }).from(offers).where(eq(offers.id, id)).for('update');
  const found = await findOffer(tx, id);
  return found?.entry.personId === personId ? found : undefined;
}

/** Ends open offers. */
export async function endOffers(
  tx: Database,
  { ids, state }: { ids: readonly string[]; state: 'declined' | 'withdrawn' },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(offers)
    .set({ state })
    .where(and(isOpenOffer, inArray(offers.id, [...ids])));
}

/** The open offers of entries, with the doctor. */
export async function listOpenOffersOf(db: Database, entryIds: readonly string[]) {
  if (entryIds.length === 0) return [];
  return db
    .select({ offer: offers, doctorName: appointmentOptions.doctorName })
    .from(offers)
    .innerJoin(appointmentOptions, eq(appointmentOptions.id, offers.optionId))
    .where(and(isOpenOffer, sql`${offers.entryId} = ${anyOf(entryIds)}`));
}

export type ShownOffer = Awaited<ReturnType<typeof listOpenOffersOf>>[number];

/** How many offers were declined or expired, by entry. */
export async function countFailedOffers(
  db: Database,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (entryIds.length === 0) return new Map();
  const rows = await db
    .select({ entryId: offers.entryId, failedOffers: count() })
    .from(offers)
    .where(and(sql`${offers.entryId} = ${anyOf(entryIds)}`, inArray(offers.state, ['declined', 'expired'])))
    .groupBy(offers.entryId);
  return new Map(rows.map(({ entryId, failedOffers }) => [entryId, failedOffers]));
}

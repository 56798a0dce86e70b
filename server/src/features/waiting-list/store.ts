import { and, asc, count, eq, gt, gte, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions, treatments } from '../../database/schema/schedule.ts';
import { waitingListEntries as entries, waitingListOffers as offers } from '../../database/schema/waiting-list.ts';
import { violatedConstraint } from '../../database/violated-constraint.ts';
import { holdTimetable } from '../schedule/index.ts';

export type EntryRow = typeof entries.$inferSelect;

/** Where to look for free slots: one calendar on one day, or everywhere. */
export type Scope = { readonly calendarId: string; readonly day: string } | 'everywhere';

const isLive = isNull(entries.endedAt);
const isOpen = eq(offers.state, 'open');

/** Ids in one parameter, however many there are. */
const anyOf = (ids: readonly string[]) => sql`any(${`{${ids.join(',')}}`}::uuid[])`;

/**
 * One node at a time decides who is offered what, until its transaction ends; others wait. The hours stay as they are
 * meanwhile, as while booking.
 */
export async function lockOffering(tx: Database): Promise<void> {
  await tx.execute(
    sql`select ${holdTimetable}, pg_advisory_xact_lock(hashtext('openhours'), hashtext('waiting list'))`,
  );
}

function wants(scope: Scope, today: string) {
  if (scope === 'everywhere') return and(isLive, gte(entries.lastDay, today));
  const optionsThere = sql`(select o.id, o.treatment_id from ${appointmentOptions} o where o.calendar_id = ${scope.calendarId})`;
  return and(
    isLive,
    lte(entries.firstDay, scope.day),
    gte(entries.lastDay, scope.day),
    sql`exists (select 1 from ${optionsThere} o where o.treatment_id = ${entries.treatmentId}
      and coalesce(${entries.optionId}, o.id) = o.id)`,
  );
}

/** Whether anybody waits for something there. */
export async function isAwaited(db: Database, scope: Scope, today: string): Promise<boolean> {
  const found = await db.select({ id: entries.id }).from(entries).where(wants(scope, today)).limit(1);
  return found.length > 0;
}

/** The entries that wait for something there and are offered nothing now, with the appointments that they move. */
export async function listWaiting(db: Database, scope: Scope, today: string) {
  const openOffer = sql`exists (select 1 from ${offers} o where o.entry_id = ${entries.id} and o.state = 'open')`;
  return db
    .select({
      entry: entries,
      booking: {
        startsAt: bookings.startsAt,
        freeCancellationHours: bookings.freeCancellationHours,
        state: bookings.state,
      },
    })
    .from(entries)
    .innerJoin(people, eq(people.id, entries.treatedId))
    .leftJoin(bookings, eq(bookings.id, entries.bookingId))
    .where(
      and(
        wants(scope, today),
        sql`not ${openOffer}`,
        isNull(people.deletedAt),
        // Somebody whom they no longer look after waits under their own account, if at all.
        or(eq(people.id, entries.personId), eq(people.guardianId, entries.personId)),
      ),
    )
    .orderBy(asc(entries.joinedAt), asc(entries.id));
}
export type WaitingRow = Awaited<ReturnType<typeof listWaiting>>[number];

/** The appointments of these people from a day on, and what is offered to them. */
export async function listBusyPatients(db: Database, of: { treatedIds: readonly string[]; today: string }) {
  const theirs = anyOf(of.treatedIds);
  const [booked, offered] = await Promise.all([
    db
      .select({
        bookingId: bookings.id,
        treatedId: bookings.treatedId,
        treatmentId: bookings.treatmentId,
        day: bookings.day,
        startsAt: bookings.startsAt,
        endsAt: bookings.endsAt,
      })
      .from(bookings)
      .where(and(sql`${bookings.treatedId} = ${theirs}`, ne(bookings.state, 'cancelled'), gte(bookings.day, of.today))),
    db
      .select({
        treatedId: entries.treatedId,
        treatmentId: entries.treatmentId,
        day: offers.day,
        startsAt: offers.startsAt,
        endsAt: offers.endsAt,
      })
      .from(offers)
      .innerJoin(entries, eq(entries.id, offers.entryId))
      .where(and(isOpen, sql`${entries.treatedId} = ${theirs}`)),
  ]);
  return [
    ...booked.map((row) => ({ ...row, kind: 'booking' as const })),
    ...offered.map((row) => ({ ...row, kind: 'offer' as const, bookingId: undefined })),
  ];
}

/** The declined and expired offers of these entries, for days from `today` on or since `since`. */
export function listFailedOffers(db: Database, of: { entryIds: readonly string[]; today: string; since: Date }) {
  const { entryId, calendarId, day, startMinute, offeredAt } = offers;
  return db
    .select({ entryId, calendarId, day, startMinute, offeredAt })
    .from(offers)
    .where(
      and(
        sql`${entryId} = ${anyOf(of.entryIds)}`,
        inArray(offers.state, ['declined', 'expired']),
        or(gte(day, of.today), gte(offeredAt, of.since)),
      ),
    );
}

/** An offer to make, its recipient, and the treatment and booking for which conflicts are checked. */
export interface NewOffer {
  readonly offer: typeof offers.$inferInsert;
  readonly busyUntil: Date;
  readonly personId: string;
  readonly treatedId: string;
  readonly treatmentId: string;
  readonly bookingId: string | null;
}

/**
 * Makes offers: takes the time, locks the entries, and then writes the offers that are still right. Returns those. In
 * this order, because bookings take the time first, too, and then lock the entries of the person treated (end of the
 * migration); in the other order they could wait for each other.
 */
export async function insertOffers(tx: Database, wanted: readonly NewOffer[]): Promise<readonly NewOffer[]> {
  const held: NewOffer[] = [];
  for (const one of wanted) {
    const { id, calendarId, day, startMinute, startsAt, optionId, expiresAt } = one.offer;
    const { busyUntil, personId: holderId } = one;
    await endOverHolds(tx, { calendarId, day, now: one.offer.offeredAt });
    const made = await tx
      .insert(busyTimes)
      .values({ id, kind: 'offer', calendarId, day, startMinute, startsAt, busyUntil, optionId, holderId, expiresAt })
      .onConflictDoNothing()
      .returning({ id: busyTimes.id });
    if (made.length > 0) held.push(one);
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
    if (await insertOffer(tx, one)) made.push(one);
    else await tx.delete(busyTimes).where(eq(busyTimes.id, one.offer.id));
  }
  return made;
}

/** Deletes holds whose time is over, which count as free: see `countsFor`. */
async function endOverHolds(tx: Database, of: { calendarId: string; day: string; now: Date }): Promise<void> {
  await tx
    .delete(busyTimes)
    .where(
      and(
        eq(busyTimes.kind, 'hold'),
        eq(busyTimes.day, of.day),
        eq(busyTimes.calendarId, of.calendarId),
        lte(busyTimes.expiresAt, of.now),
      ),
    );
}

async function insertOffer(tx: Database, { offer, treatedId, treatmentId, bookingId }: NewOffer): Promise<boolean> {
  const startsAt = offer.startsAt.toISOString();
  const endsAt = offer.endsAt.toISOString();
  const { rows } = await tx.execute(sql`
    select 1 from ${entries} where ${entries.id} = ${offer.entryId} and ${isLive}
      and not exists (select 1 from ${offers} where ${offers.entryId} = ${offer.entryId} and ${isOpen})
      and not exists (
        select 1 from ${bookings} b
        where b.treated_id = ${treatedId} and b.state <> 'cancelled' and b.id is distinct from ${bookingId}::uuid
          and (b.starts_at < ${endsAt} and ${startsAt} < b.ends_at
            or b.treatment_id = ${treatmentId} and b.day = ${offer.day}))`);
  if (rows.length === 0) return false;
  await tx.insert(offers).values(offer);
  return true;
}

/** Whether the calendar is busy at the time of an offer. */
export async function isBusyThen(tx: Database, { offer, busyUntil }: NewOffer): Promise<boolean> {
  const found = await tx
    .select({ id: busyTimes.id })
    .from(busyTimes)
    .where(
      and(
        eq(busyTimes.calendarId, offer.calendarId),
        lt(busyTimes.startsAt, busyUntil),
        gt(busyTimes.busyUntil, offer.startsAt),
      ),
    );
  return found.length > 0;
}

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
    .where(and(isOpen, lte(offers.expiresAt, now)))
    .orderBy(asc(offers.id))
    .limit(AT_A_TIME)
    .for('update', { skipLocked: true });
  return whileFull(async () => {
    const ended = await db
      .update(offers)
      .set({ state: 'expired' })
      .where(sql`${offers.id} = any(array(${over}))`)
      .returning({ id: offers.id });
    return ended.length;
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
        isLive,
        or(
          lt(entries.lastDay, today),
          sql`exists (select 1 from ${bookings} b where b.id = ${entries.bookingId} and (b.state <> 'booked'
            or b.starts_at - b.free_cancellation_hours * interval '1 hour' <= ${at}))`,
        ),
      ),
    )
    .limit(AT_A_TIME)
    .for('no key update', { skipLocked: true });
  await whileFull(async () => {
    const ended = await db
      .update(entries)
      .set({ endedAt: now, endedAs: 'over' })
      .where(sql`${entries.id} = any(array(${over}))`)
      .returning({ id: entries.id });
    return ended.length;
  });
}

/** Repeats a step until it has done less than it can at a time; returns how much all have done. */
async function whileFull(step: () => Promise<number>): Promise<number> {
  let done = 0;
  for (let last = AT_A_TIME; last === AT_A_TIME; done += last) last = await step();
  return done;
}

/** The open offers, to see whether they can still be taken. */
export function listOpenOffers(db: Database, scope: Scope) {
  return db
    .select({
      offer: offers,
      treatmentId: entries.treatmentId,
      isLookedAfter: sql<boolean>`(${people.id} = ${entries.personId} or coalesce(${people.guardianId} = ${entries.personId}, false))`,
    })
    .from(offers)
    .innerJoin(entries, eq(entries.id, offers.entryId))
    .innerJoin(people, eq(people.id, entries.treatedId))
    .where(
      and(
        isOpen,
        scope === 'everywhere' ? undefined : and(eq(offers.calendarId, scope.calendarId), eq(offers.day, scope.day)),
      ),
    );
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
    .where(and(isOpen, inArray(offers.id, [...ids])));
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
    .where(and(isLive, eq(entries.personId, personId)))
    .orderBy(asc(entries.joinedAt), asc(entries.id));
}

/** A page of all live entries, in order, after the entry `after`. */
export async function listEntries(
  db: Database,
  page: { treatmentId: string | undefined; day: string | undefined; limit: number; after: string | undefined },
): Promise<readonly ShownEntry[]> {
  const { treatmentId, day, limit, after } = page;
  return selectShown(db)
    .where(
      and(
        isLive,
        treatmentId === undefined ? undefined : eq(entries.treatmentId, treatmentId),
        day === undefined ? undefined : and(lte(entries.firstDay, day), gte(entries.lastDay, day)),
        after === undefined
          ? undefined
          : sql`(${entries.joinedAt}, ${entries.id}) > (select e.joined_at, e.id from ${entries} e where e.id = ${after})`,
      ),
    )
    .orderBy(asc(entries.joinedAt), asc(entries.id))
    .limit(limit);
}

export async function findEntry(db: Database, id: string): Promise<ShownEntry | undefined> {
  const [row] = await selectShown(db).where(and(isLive, eq(entries.id, id)));
  return row;
}

/** The open offers of entries, with the doctor. */
export async function listOpenOffersOf(db: Database, entryIds: readonly string[]) {
  if (entryIds.length === 0) return [];
  return db
    .select({ offer: offers, doctorName: appointmentOptions.doctorName })
    .from(offers)
    .innerJoin(appointmentOptions, eq(appointmentOptions.id, offers.optionId))
    .where(and(isOpen, sql`${offers.entryId} = ${anyOf(entryIds)}`));
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

/** An offer and its entry, whatever became of them. */
export async function findOffer(db: Database, id: string) {
  const [row] = await db
    .select({
      offer: offers,
      entry: entries,
      treatment: treatments.name,
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

/** How many live entries a person has. Locks the person, so that their entries are counted one after the other. */
export async function countEntriesLocked(tx: Database, personId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('waiting-list-person'), hashtext(${personId}))`);
  const [row] = await tx
    .select({ entries: count() })
    .from(entries)
    .where(and(isLive, eq(entries.personId, personId)));
  return row?.entries ?? 0;
}

/** Whether the person exists; locks them until this transaction ends, so that they are not deleted meanwhile. */
export async function keepPerson(tx: Database, personId: string): Promise<boolean> {
  const kept = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.deletedAt)))
    .for('key share');
  return kept.length > 0;
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
      and(isLive, eq(entries.id, of.id), of.personId === undefined ? undefined : eq(entries.personId, of.personId)),
    )
    .returning();
  return ended;
}

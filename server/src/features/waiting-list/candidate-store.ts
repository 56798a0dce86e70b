import { and, asc, eq, gte, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Database } from '../../database/database.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';
import { waitingListEntries as entries, waitingListOffers as offers } from '../../database/schema/waiting-list.ts';
import { isLiveEntry, isUnclaimedAccount } from './entry-store.ts';
import { isOpenOffer } from './offer-store.ts';

/** Where to look for free slots: one calendar on one day, or everywhere. */
export type Scope = { readonly calendarId: string; readonly day: string } | 'everywhere';

function wants(scope: Scope, today: string) {
  if (scope === 'everywhere') return and(isLiveEntry, gte(entries.lastDay, today));
  const optionsThere = sql`(select o.id, o.treatment_id from ${appointmentOptions} o where o.calendar_id = ${scope.calendarId})`;
  return and(
    isLiveEntry,
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
      isConfirmed: sql<boolean>`(select p.email_verified from ${people} p where p.id = ${entries.personId})`,
      isUnclaimed: isUnclaimedAccount,
      booking: {
        startsAt: bookings.startsAt,
        freeCancellationHours: bookings.freeCancellationHours,
        freeAtLeastUntil: bookings.freeAtLeastUntil,
        state: bookings.state,
      },
    })
    .from(entries)
    .innerJoin(people, eq(people.id, entries.treatedId))
    .leftJoin(bookings, eq(bookings.id, entries.bookingId))
    .where(and(wants(scope, today), sql`not ${openOffer}`, isNull(people.deletedAt)))
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
      .where(and(isOpenOffer, sql`${entries.treatedId} = ${theirs}`)),
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

/** The open offers with the end of what they keep free, to see whether they can still be taken. */
export function listOpenOffers(db: Database, scope: Scope) {
  return db
    .select({ offer: offers, busyUntil: busyTimes.busyUntil, treatmentId: entries.treatmentId })
    .from(offers)
    .innerJoin(busyTimes, eq(busyTimes.id, offers.id))
    .innerJoin(entries, eq(entries.id, offers.entryId))
    .where(
      and(
        isOpenOffer,
        scope === 'everywhere' ? undefined : and(eq(offers.calendarId, scope.calendarId), eq(offers.day, scope.day)),
      ),
    );
}

import { sql } from 'drizzle-orm';
import type { RequestKey } from '../../call/request-key.ts';
import type { Database } from '../../database/database.ts';
import { inGroups } from '../../database/in-groups.ts';
import { isCertainlyUndone } from '../../database/is-certainly-undone.ts';
import { prepared } from '../../database/prepared.ts';
import { retryingDeadlocks } from '../../database/retrying-deadlocks.ts';
import { rowJson } from '../../database/row-json.ts';
import { bookings } from '../../database/schema/booking.ts';
import { idempotencyKeys } from '../../database/schema/requests.ts';
import { type NotifyNodes, notifyAfter } from '../live/index.ts';
import { type Message, messageRows } from '../messages/index.ts';
import type { BookingConstraint } from './rules.ts';
import type { NewBooking } from './store.ts';
import { type EarlierOutcome, readStored, type StoredOutcome } from './stored-outcome.ts';

/** A booking to insert with its messages. */
export interface BookingToRecord {
  /** The email address is added when the booking is recorded: the one that the patient's account has then. */
  readonly booking: Omit<NewBooking, 'email'>;
  /** Whose hold or offer ends with it, if not the patient's. */
  readonly holderId: string | undefined;
  /**
   * The limit of upcoming unpaid appointments. A patient who has reached it cannot book another that has a price. The same
   * limit applies to appointments that cost nothing.
   */
  readonly mostUnpaid: number;
  /**
   * The snapshot of the plan that the booking was made from; then this is all of the transaction, and the nodes are
   * notified after it (`notifyAfter`). `undefined` if the plan was read after `lockForBooking`.
   */
  readonly planned: string | undefined;
  readonly messages: readonly Message[];
  /** The outcome is stored with it. */
  readonly key: RequestKey | undefined;
}

/**
 * What is against a booking: hours, prices or options that changed after they were read, too many unpaid or free ones, an option
 * or a person that is gone, or a constraint.
 */
type AgainstBooking = 'changed' | 'unpaid' | 'closed' | BookingConstraint;

export type RecordedBooking =
  | { readonly reference: string }
  | { readonly against: AgainstBooking }
  /** What became of an earlier request with this `Idempotency-Key`; then nothing has changed at all. */
  | { readonly earlier: EarlierOutcome };

/**
 * Inserts a booking with its events and messages, or returns the reason against it and changes nothing. Must be retried
 * after a deadlock. One round trip, to the function `record_bookings` (`0006_booking.sql`).
 */
export async function recordBooking(db: Database, booking: BookingToRecord): Promise<RecordedBooking> {
  const [recorded] = await recordTogether(db, { ...booking, waits: true }, [booking]);
  if (!recorded) throw new Error('record_bookings returned no outcome');
  return recorded;
}

/** How many bookings share a transaction at most. Each keeps its patient's other bookings waiting until all are done. */
const MOST_TOGETHER = 50;

/**
 * The same for bookings from known plans. Those that are asked for while others are being recorded share the next
 * transaction: its commit and its round trip cost more than a booking. Each is still refused or booked by itself.
 */
export function recordingInGroups(
  db: Database,
  notify: NotifyNodes,
): (booking: BookingToRecord) => Promise<RecordedBooking> {
  const record = inGroups((group: readonly BookingToRecord[]) => recordGroup(db, group), { most: MOST_TOGETHER });
  return (booking) =>
    notifyAfter(async () => (await record(booking)) ?? retryingDeadlocks(() => recordBooking(db, booking)), {
      notify,
      hasChanged: (recorded) => 'reference' in recorded,
    });
}

/** Returns no outcome for those that have to be recorded by themselves. */
async function recordGroup(
  db: Database,
  group: readonly BookingToRecord[],
): Promise<readonly (RecordedBooking | undefined)[]> {
  const [first] = group;
  if (!first) return [];
  const patients = new Set<string>();
  const together = group.filter(({ planned, booking: { patientId } }) => {
    // A plan has one limit of unpaid appointments.
    if (planned !== first.planned || patients.has(patientId)) return false;
    patients.add(patientId);
    return true;
  });
  const recorded = await recordTogether(db, { ...first, waits: false }, together).catch((error: unknown) => {
    // None is booked. It may be the fault of one of them.
    if (isCertainlyUndone(error)) return [];
    throw error;
  });
  const outcomes = new Map(together.map((booking, index) => [booking, recorded[index]]));
  return group.map((booking) => outcomes.get(booking));
}

/** @param shared what is the same for all. `waits`: for other bookings of a patient; otherwise they get no outcome */
async function recordTogether(
  db: Database,
  shared: Pick<BookingToRecord, 'holderId' | 'mostUnpaid' | 'planned'> & { waits: boolean },
  group: readonly BookingToRecord[],
): Promise<readonly (RecordedBooking | undefined)[]> {
  const { holderId, mostUnpaid, planned, waits } = shared;
  const keys = group.flatMap(({ key, booking: { id } }) => (key ? { id, ...rowJson(idempotencyKeys, key) } : []));
  const given = JSON.stringify({
    bookings: group.map(({ booking }) => rowJson(bookings, { bufferMinutes: 0, visitReason: '', ...booking })),
    holderId,
    mostUnpaid,
    planned,
    waits,
    messages: group.flatMap(({ messages, booking: { id } }) =>
      messageRows(messages).map((message) => ({ ...message, booking: id })),
    ),
    ...(keys.length > 0 && { keys }),
    ...(hasRivals(group.map(({ booking }) => booking)) && { rivals: true }),
  });
  const [recorded] = await recordBookings(db).execute({ given });
  const outcomes = recorded?.outcomes ?? {};
  return group.map(({ booking: { id }, key }) => {
    const outcome = outcomes[id];
    if (!outcome || !('stored' in outcome)) return outcome;
    if (!key) throw new Error('record_bookings found a key that it was not given');
    return { earlier: readStored(outcome.stored, key) };
  });
}

/** Whether two of them may want the same time or are for the same person. Usually not, and comparing them takes PostgreSQL a while. */
function hasRivals(wanted: readonly BookingToRecord['booking'][]): boolean {
  const inOrder = wanted.toSorted(
    (a, b) => (a.calendarId < b.calendarId ? -1 : Number(a.calendarId > b.calendarId)) || +a.startsAt - +b.startsAt,
  );
  const areClose = inOrder.some(({ calendarId, startsAt }, index) => {
    const before = inOrder[index - 1];
    if (before?.calendarId !== calendarId) return false;
    return +startsAt < +before.endsAt + (before.bufferMinutes ?? 0) * 60_000;
  });
  return areClose || new Set(wanted.map(({ treatedId }) => treatedId)).size < wanted.length;
}

const recordBookings = prepared((db) =>
  db
    .select({ outcomes: sql<Record<string, Outcome>>`outcomes` })
    .from(sql`record_bookings(${sql.placeholder('given')}::jsonb) as outcomes`)
    .prepare('record_bookings'),
);

type Outcome = Exclude<RecordedBooking, { earlier: unknown }> | { readonly stored: StoredOutcome };

import type { OwedRefund, Takings, TakingsEntry, TakingsTotal } from '@openhours/contract/clinic-payments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { payments, refunds } from '../../database/schema/payments.ts';
import { withinSpans } from '../../database/within-spans.ts';
import { listFormerTimeZones, spansOfDays } from '../clinic/index.ts';
import { showPhone } from '../identity/index.ts';
import type { Span } from '../schedule/index.ts';
import { receiptText, whyRefunded } from './rules.ts';

/** One movement of money at the clinic, in minor units; negative if it went out or never came in. */
export interface Movement {
  readonly kind: TakingsEntry['kind'];
  readonly at: Date;
  readonly method: TakingsEntry['method'];
  readonly currency: string;
  readonly amountMinor: number;
  readonly by: string;
}

type Entry = Movement & {
  /** The id of the person in `by`. */
  readonly byId: string;
  readonly patient: string;
  readonly bookingId: string;
  readonly bookingReference: string;
  readonly paymentId: string;
  readonly receiptNumber: number | null;
  readonly receiptYear: number | null;
};

/**
 * @param date 'YYYY-MM-DD' in the time zone that the clinic had then
 * @param readerId of the front desk or an admin, who pays out no refund of their own
 */
export async function findTakings(
  db: Database,
  { date, timeZone, readerId }: { date: string; timeZone: string; readerId: string },
): Promise<Takings> {
  const spans = spansOfDays({ first: date, last: date }, { former: await listFormerTimeZones(db), timeZone });
  const [taken, returned, owed] = await Promise.all([
    listTaken(db, spans),
    listReturned(db, spans),
    listOwed(db, readerId),
  ]);
  const entries = [...taken, ...returned].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  // By id: two people can have the same name.
  const staff = [...new Map(entries.map(({ byId, by }) => [byId, by]))].toSorted(
    ([idA, nameA], [idB, nameB]) => nameA.localeCompare(nameB) || idA.localeCompare(idB),
  );
  return {
    date: mediumDateFromIso(date),
    totals: totalsOf(entries),
    people: staff.map(([_id, name]) => ({
      _id,
      name,
      totals: totalsOf(entries.filter(({ byId }) => byId === _id)),
    })),
    entries: entries.map(presentEntry),
    owed,
  };
}

const METHODS = ['cash', 'terminal', 'insurance'] as const;

/** The sums of each method and currency that occurs, in a fixed order. Pure. */
export function totalsOf(movements: readonly Movement[]): TakingsTotal[] {
  const currencies = [...new Set(movements.map(({ currency }) => currency))].toSorted();
  return METHODS.flatMap((method) =>
    currencies.flatMap((currency) => {
      const these = movements.filter((one) => one.method === method && one.currency === currency);
      if (these.length === 0) return [];
      const sum = (...kinds: Movement['kind'][]) =>
        priceOf({
          minor: these
            .filter(({ kind }) => kinds.includes(kind))
            .reduce((all, { amountMinor }) => all + amountMinor, 0),
          currency,
        });
      return {
        method,
        currency,
        payments: these.filter(({ kind }) => kind === 'payment').length,
        taken: sum('payment', 'correction'),
        returned: Math.abs(sum('refund')),
        total: sum('payment', 'correction', 'refund'),
      };
    }),
  );
}

const about = {
  method: payments.method,
  currency: payments.currency,
  patient: bookings.patientName,
  bookingId: bookings.id,
  bookingReference: bookings.reference,
  paymentId: payments.id,
  receiptNumber: payments.receiptNumber,
  receiptYear: payments.receiptYear,
};

async function listTaken(db: Database, spans: readonly Span[]): Promise<readonly Entry[]> {
  const rows = await db
    .select({ ...about, by: people.name, byId: people.id, amountMinor: payments.amountMinor, at: payments.settledAt })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .innerJoin(people, eq(people.id, payments.takenBy))
    .where(and(eq(payments.via, 'clinic'), withinSpans(payments.settledAt, spans)));
  return rows.map((row) => ({ ...row, kind: 'payment', method: row.method ?? 'cash' }));
}

async function listReturned(db: Database, spans: readonly Span[]): Promise<readonly Entry[]> {
  const rows = await db
    .select({
      ...about,
      by: people.name,
      byId: people.id,
      amountMinor: refunds.amountMinor,
      // Not null: it is within the spans.
      at: sql`${refunds.doneAt}`.mapWith(refunds.requestedAt),
      cause: refunds.cause,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .innerJoin(people, eq(people.id, refunds.doneBy))
    .where(and(eq(payments.via, 'clinic'), eq(refunds.state, 'succeeded'), withinSpans(refunds.doneAt, spans)));
  return rows.map(({ cause, ...row }) => ({
    ...row,
    kind: cause === 'correction' ? 'correction' : 'refund',
    method: row.method ?? 'cash',
    amountMinor: -row.amountMinor,
  }));
}

/** Refunds that patients have not got yet, the oldest first. */
async function listOwed(db: Database, readerId: string): Promise<OwedRefund[]> {
  const rows = await db
    .select({
      ...about,
      id: refunds.id,
      amountMinor: refunds.amountMinor,
      cause: refunds.cause,
      since: refunds.requestedAt,
      phone: bookings.phone,
      day: bookings.day,
      patientId: bookings.patientId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(and(eq(refunds.state, 'requested'), eq(payments.via, 'clinic')))
    .orderBy(asc(refunds.requestedAt), asc(refunds.id))
    .limit(500);
  return rows.map(({ id, method, currency, amountMinor, cause, since, day, patientId, ...row }) => ({
    _id: id,
    method: method ?? 'cash',
    currency,
    amount: priceOf({ minor: amountMinor, currency }),
    patient: row.patient,
    phone: showPhone(row.phone),
    bookingId: row.bookingId,
    bookingReference: row.bookingReference,
    appointmentDate: mediumDateFromIso(day),
    paymentId: row.paymentId,
    why: whyRefunded(cause),
    since: since.toISOString(),
    can: { payOut: patientId !== readerId },
  }));
}

function presentEntry({ at, amountMinor, receiptNumber, receiptYear, byId: _byId, ...entry }: Entry): TakingsEntry {
  return {
    ...entry,
    at: at.toISOString(),
    amount: priceOf({ minor: amountMinor, currency: entry.currency }),
    receiptNumber: receiptText({ receiptNumber, receiptYear }) ?? '',
  };
}

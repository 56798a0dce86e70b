import type { OwedRefund, Takings, TakingsEntry } from '@openhours/contract/clinic-payments.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { moneyMovements, payments, refunds } from '../../database/schema/payments.ts';
import { withinSpans } from '../../database/within-spans.ts';
import { listFormerTimeZones, spansOfDays } from '../clinic/index.ts';
import { showPhone } from '../identity/index.ts';
import type { Span } from '../schedule/index.ts';
import { type MoneySum, totalsOf } from './money-totals.ts';
import { receiptText, whyRefunded } from './rules.ts';

interface Entry extends Omit<MoneySum, 'count'> {
  readonly at: Date;
  readonly by: string;
  /** The id of the person in `by`. */
  readonly byId: string;
  readonly patient: string;
  readonly bookingId: string;
  readonly bookingReference: string;
  readonly paymentId: string;
  readonly receiptNumber: number | null;
  readonly receiptYear: number | null;
}

/**
 * @param date 'YYYY-MM-DD' in the time zone that the clinic had then
 * @param readerId of the front desk or an admin, who pays out no refund of their own
 */
export async function findTakings(
  db: Database,
  { date, timeZone, readerId }: { date: string; timeZone: string; readerId: string },
): Promise<Takings> {
  const spans = spansOfDays({ first: date, last: date }, { former: await listFormerTimeZones(db), timeZone });
  const [entries, owed] = await Promise.all([listEntries(db, spans), listOwed(db, readerId)]);
  // By id: two people can have the same name.
  const staff = [...new Map(entries.map(({ byId, by }) => [byId, by]))].toSorted(
    ([idA, nameA], [idB, nameB]) => nameA.localeCompare(nameB) || idA.localeCompare(idB),
  );
  return {
    date: mediumDateFromIso(date),
    totals: totalsOf(entries.map(single)),
    people: staff.map(([_id, name]) => ({
      _id,
      name,
      totals: totalsOf(entries.filter(({ byId }) => byId === _id).map(single)),
    })),
    entries: entries.map(presentEntry),
    owed,
  };
}

const single = (entry: Entry): MoneySum => ({ ...entry, count: 1 });

const about = {
  patient: bookings.patientName,
  bookingId: bookings.id,
  bookingReference: bookings.reference,
  paymentId: payments.id,
  receiptNumber: payments.receiptNumber,
  receiptYear: payments.receiptYear,
};

async function listEntries(db: Database, spans: readonly Span[]): Promise<readonly Entry[]> {
  const { kind, at, method, currency, amountMinor, byId, isByStaff } = moneyMovements;
  return db
    .select({ ...about, kind, at, method, currency, amountMinor, byId: people.id, by: people.name })
    .from(moneyMovements)
    .innerJoin(payments, eq(payments.id, moneyMovements.paymentId))
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .innerJoin(people, eq(people.id, byId))
    .where(and(eq(isByStaff, true), withinSpans(at, spans)))
    .orderBy(asc(at));
}

/** Refunds that patients have not got yet, the oldest first. */
async function listOwed(db: Database, readerId: string): Promise<OwedRefund[]> {
  const rows = await db
    .select({
      ...about,
      method: payments.method,
      currency: payments.currency,
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

import type { Money } from '@openhours/contract/money.ts';
import { eq, sql } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Database } from '../../database/database.ts';
import {
  bookings,
  cancellationRefunds,
  dueAtClinic,
  isBeingPaid,
  isDisputed,
  moneyLeft,
  moveRefunds,
} from '../../database/schema/booking.ts';
import type { BookingRow } from './booking-row.ts';
import { type MoneyOfBooking, noMoney, type RefundMoney } from './refund-money.ts';

/** What is left of the payments of a booking, and what was refunded of them. */
export async function findMoneyOf(db: Database, booking: Pick<BookingRow, 'id' | 'currency'>): Promise<MoneyOfBooking> {
  const [row] = await db.select(moneyColumns).from(bookings).where(eq(bookings.id, booking.id));
  return moneyIn(row, booking);
}

/** The same for several bookings, in their order. */
export async function listMoneyOf(
  db: Database,
  of: readonly Pick<BookingRow, 'id' | 'currency'>[],
): Promise<readonly MoneyOfBooking[]> {
  const rows = await db
    .select({ id: bookings.id, ...moneyColumns })
    .from(bookings)
    .where(sql`${bookings.id} = ${anyOf(of.map(({ id }) => id))}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return of.map((booking) => moneyIn(byId.get(booking.id), booking));
}

const moneyColumns = { left: moneyLeft, refunded: cancellationRefunds, isBeingPaid, isDisputed };

function moneyIn(
  row:
    | (Pick<MoneyOfBooking, 'isBeingPaid' | 'isDisputed'> & Record<'left' | 'refunded', readonly RefundMoney[]>)
    | undefined,
  booking: Pick<BookingRow, 'currency'>,
): MoneyOfBooking {
  const most = (amounts: readonly RefundMoney[] = []) => mostOf(amounts, booking);
  return {
    left: most(row?.left),
    refunded: most(row?.refunded),
    isBeingPaid: row?.isBeingPaid === true,
    isDisputed: row?.isDisputed === true,
  };
}

/** What is refunded because of the moves of a booking since then. One amount, as in `findMoneyOf`. */
export async function findMoveRefund(
  db: Database,
  { booking, since }: { booking: Pick<BookingRow, 'id' | 'currency'>; since: Date },
): Promise<RefundMoney> {
  const [row] = await db
    .select({ refunded: moveRefunds(since) })
    .from(bookings)
    .where(eq(bookings.id, booking.id));
  return mostOf(row?.refunded ?? [], booking);
}

function mostOf(amounts: readonly RefundMoney[], { currency }: Pick<BookingRow, 'currency'>): RefundMoney {
  return amounts.toSorted((a, b) => b.minor - a.minor)[0] ?? noMoney(currency);
}

/** What staff still have to give back at the clinic to somebody, for each of their bookings and currencies. */
export async function listDueAtClinic(db: Database, patientId: string): Promise<readonly Money[]> {
  const rows = await db.select({ due: dueAtClinic }).from(bookings).where(eq(bookings.patientId, patientId));
  return rows.flatMap(({ due }) => due);
}

import type { Database } from '../../database/database.ts';
import { findBooking } from '../booking/index.ts';
import type { MoneyDesk } from './money-desk.ts';
import { type OrderRow, setOrderState } from './order-store.ts';
import { provenByCard, provenOnPage } from './proven.ts';
import { askAgainAt, isOlderThan, ORDER_LIVES_MINUTES } from './rules.ts';
import { settlePayment } from './settle-payment.ts';

export type OrderStands = 'open' | 'processing' | 'settled' | 'closed';

/** A card order whose provider was never reached is given up after this: nobody can hold its client secret. */
const UNREACHED_MINUTES = 60;

interface Question {
  readonly order: OrderRow;
  readonly now: Date;
  readonly desk: MoneyDesk;
  /** What a notification said, under which the hosted page's provider can be asked more exactly. */
  readonly validationId?: string | undefined;
}

/**
 * Asks the provider how an order stands, and does what follows: what it says wins. Money that came is settled, whatever
 * we thought of the order; an order that is of no use any more is closed at the provider, so that no money can come.
 */
export async function askAboutOrder(db: Database, question: Question): Promise<OrderStands> {
  const { order, now } = question;
  const stands = order.via === 'card' ? await askAboutCard(db, question) : await askAboutPage(db, question);
  if (stands === 'settled') return stands;
  const timesAsked = order.timesAsked + 1;
  await setOrderState(db, { id: order.id, state: stands, timesAsked, askAt: askAgainAt(now, timesAsked) });
  return stands;
}

async function askAboutCard(db: Database, { order, now, desk }: Question): Promise<OrderStands> {
  const { cards, jobs } = desk;
  if (cards?.name !== order.provider) return order.state;
  if (order.reference === null) return isOlderThan(UNREACHED_MINUTES, order.createdAt, now) ? 'closed' : order.state;

  let charge = await cards.find(order.reference);
  if (charge?.state === 'open' && (await isOfNoUse(db, order, now))) charge = await cards.close(order.reference);
  if (!charge || charge.live !== cards.live) return 'closed';
  if (charge.state !== 'succeeded') return charge.state;
  await settlePayment(db, { order, charge: provenByCard(charge), now, jobs });
  return 'settled';
}

async function askAboutPage(db: Database, { order, now, desk, validationId }: Question): Promise<OrderStands> {
  const { hosted, jobs } = desk;
  if (hosted?.name !== order.provider || order.reference === null) return order.state;

  const charge = await hosted.find({ reference: order.reference, validationId });
  if (charge && charge.reference !== order.reference) return order.state;
  if (charge?.state === 'succeeded') {
    await settlePayment(db, { order, charge: provenOnPage(charge), now, jobs });
    return 'settled';
  }
  // Such a page cannot be closed. It runs out by itself, and what comes all the same is settled by its notification.
  if (isOlderThan(ORDER_LIVES_MINUTES, order.createdAt, now)) return 'closed';
  return charge?.state ?? order.state;
}

/** Nobody should pay on it any more: its booking is paid or cancelled, or it has been open for a day. */
async function isOfNoUse(db: Database, order: OrderRow, now: Date): Promise<boolean> {
  if (isOlderThan(ORDER_LIVES_MINUTES, order.createdAt, now)) return true;
  const found = await findBooking(db, order.bookingId);
  return !found || found.booking.paid || found.booking.status === 'cancelled';
}

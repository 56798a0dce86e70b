import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import type { CardCharge, CardPayments } from '../../providers/card-payments/port.ts';
import { ProviderUnavailable } from '../../providers/provider-unavailable.ts';
import type { BookingRow } from '../booking/index.ts';
import { chooseBooking, type NotPayable, type PayWish } from './choose-booking.ts';
import type { MoneyDesk } from './money-desk.ts';
import { findOpenOrder, insertOrder, type OrderRow, setOrderReference, setOrderState } from './order-store.ts';
import { provenByCard } from './proven.ts';
import { askAgainAt, isSameAmount } from './rules.ts';
import { settlePayment } from './settle-payment.ts';

export type CardPrepared = { readonly kind: 'prepared'; readonly clientSecret: string } | NotPayable;

/** So often an order that turns out to be of no use is put aside for a new one. */
const TRIES = 4;

/**
 * Prepares a card payment for a booking. The order is written first, then the provider asked, under the order's id: two
 * tabs, a lost answer and a crash in between all come to the same payment. An open one is used again.
 */
export async function prepareCardPayment(
  db: Database,
  { wish, now, desk }: { wish: PayWish; now: Date; desk: MoneyDesk },
): Promise<CardPrepared> {
  const { cards, jobs } = desk;
  if (!cards) return { kind: 'refused', code: 'NOT_OFFERED' };

  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const chosen = await chooseBooking(db, wish);
    if (chosen.kind !== 'chosen') return chosen;
    const { booking } = chosen;
    const order = await openOrder(db, { booking, provider: cards.name, now });
    const charge = await chargeFor(db, { order, booking, cards });
    if (charge === 'amount-refused') {
      await setOrderState(db, { id: order.id, state: 'closed' });
      return { kind: 'refused', code: 'AMOUNT_NOT_TAKEN', booking };
    }

    switch (charge?.state) {
      case 'open': {
        const isRight = isSameAmount(charge.amount, { minor: booking.priceMinor, currency: booking.currency });
        if (isRight && charge.clientSecret !== undefined)
          return { kind: 'prepared', clientSecret: charge.clientSecret };
        // Should it have succeeded meanwhile, the next turn finds it so.
        await cards.close(charge.reference);
        break;
      }
      case 'processing':
        await setOrderState(db, { id: order.id, state: 'processing' });
        return { kind: 'refused', code: 'UNDER_WAY' };
      case 'succeeded':
        await settlePayment(db, { order, charge: provenByCard(charge), now, jobs });
        break;
      default:
        await setOrderState(db, { id: order.id, state: 'closed' });
    }
  }
  throw new ProviderUnavailable('No card payment could be prepared.');
}

/** The booking's open card order; there is one at most, whoever asks at the same time. */
async function openOrder(
  db: Database,
  { booking, provider, now }: { booking: BookingRow; provider: string; now: Date },
): Promise<OrderRow> {
  const { id: bookingId, priceMinor: amountMinor, currency } = booking;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const open = await findOpenOrder(db, { bookingId, via: 'card' });
    if (open) return open;
    await insertOrder(db, {
      id: uuidv7(),
      bookingId,
      via: 'card',
      provider,
      amountMinor,
      currency,
      createdAt: now,
      askAt: askAgainAt(now, 0),
    });
  }
  throw new Error('A card order was closed as often as it was opened');
}

/** The provider's side of an order: made on the first time, found again later. */
async function chargeFor(
  db: Database,
  { order, booking, cards }: { order: OrderRow; booking: BookingRow; cards: CardPayments },
): Promise<CardCharge | 'amount-refused' | undefined> {
  // An order of another provider is one that the settings have left behind.
  if (order.provider !== cards.name) return undefined;
  if (order.reference !== null) return cards.find(order.reference);
  const charge = await cards.prepare({
    orderId: order.id,
    bookingId: booking.id,
    patientId: booking.patientId,
    amount: { minor: order.amountMinor, currency: order.currency },
    description: 'Appointment',
  });
  if (charge === 'amount-refused') return charge;
  await setOrderReference(db, { id: order.id, reference: charge.reference });
  return charge;
}

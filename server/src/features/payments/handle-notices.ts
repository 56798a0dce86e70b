import type { Database } from '../../database/database.ts';
import type { CardEvent } from '../../providers/card-payments/port.ts';
import type { HostedNotice } from '../../providers/hosted-page/port.ts';
import { askAboutOrder, type OrderStands } from './ask-about-order.ts';
import type { MoneyDesk } from './money-desk.ts';
import { findOrderByReference } from './order-store.ts';
import { findPaymentByTransaction, noteEvent, setEventHandled } from './store.ts';
import { syncDispute } from './sync-dispute.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Deals with a signed event of the card provider, once: the charge that it is about is asked for, and what the provider
 * says then counts, whatever the event said and in whatever order events came.
 *
 * @throws ProviderUnavailable: it is not dealt with, and is to be sent again
 */
export async function handleCardEvent(
  db: Database,
  { event, now, desk }: { event: CardEvent; now: Date; desk: MoneyDesk },
): Promise<void> {
  const { cards } = desk;
  if (!cards || event.live !== cards.live) return;
  const provider = cards.name;
  const { eventId, reference } = event;
  if (await noteEvent(db, { provider, eventId, now })) return;
  const order = reference === undefined ? undefined : await findOrderByReference(db, { provider, reference });
  if (order && reference !== undefined) {
    const find = () => findPaymentByTransaction(db, { provider, transactionId: reference });
    const known = await find();
    if (known) await syncRefunds(db, { payment: known, now, desk });
    else await askAboutOrder(db, { order, now, desk });
    const payment = event.isDispute ? (known ?? (await find())) : undefined;
    if (payment) await syncDispute(db, { payment, now, desk });
  }
  await setEventHandled(db, { provider, eventId, now });
}

/** What became of a notice from the hosted page. */
export interface NoticeHandled {
  readonly stands: OrderStands;
  readonly bookingId: string;
}

/**
 * Deals with a notification of the hosted page's provider, or with a browser that comes back from there: both only tell
 * which order to ask about. `undefined`: we have no such order.
 */
export async function handleHostedNotice(
  db: Database,
  { notice, now, desk }: { notice: HostedNotice; now: Date; desk: MoneyDesk },
): Promise<NoticeHandled | undefined> {
  const { hosted } = desk;
  if (!hosted) return undefined;
  const order = await findOrderByReference(db, { provider: hosted.name, reference: notice.reference });
  if (!order) return undefined;
  const stands =
    order.state === 'settled'
      ? 'settled'
      : await askAboutOrder(db, { order, now, desk, validationId: notice.validationId });
  return { stands, bookingId: order.bookingId };
}

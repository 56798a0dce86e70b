import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { ProviderUnavailable } from '../../providers/provider-unavailable.ts';
import type { BookingRow } from '../booking/index.ts';
import { askAboutOrder } from './ask-about-order.ts';
import { chooseBooking, type NotPayable, type PayWish } from './choose-booking.ts';
import type { MoneyDesk } from './money-desk.ts';
import {
  findOpenOrder,
  findOrderByRequest,
  giveUpUnopened,
  insertOrder,
  setOrderPage,
  setOrderState,
} from './order-store.ts';
import { askAgainAt, isOlderThan, PAGE_LIVES_MINUTES } from './rules.ts';

export type PageOpened = { readonly kind: 'opened'; readonly url: string } | NotPayable;

const WAIT_MILLIS = 100;
/** What writing the page down takes, generously. */
const GRACE_MILLIS = 1_000;

/**
 * Opens the provider's page for a booking. A page that was opened a moment ago and not used is shown again. Two at once
 * may open two pages; should both be paid, one payment is kept.
 */
export async function openHostedPage(
  db: Database,
  { wish, requestKey, now, desk }: { wish: PayWish; requestKey: string | undefined; now: Date; desk: MoneyDesk },
): Promise<PageOpened> {
  if (!desk.hosted) return { kind: 'refused', code: 'NOT_OFFERED' };
  const before = await chooseBooking(db, wish);
  if (before.kind !== 'chosen') return before;

  const open = await findOpenOrder(db, { bookingId: before.booking.id, via: 'hosted-page' });
  if (open) {
    const stands = await askAboutOrder(db, { order: open, now, desk });
    const isFresh = !isOlderThan(PAGE_LIVES_MINUTES, open.createdAt, now);
    if (stands === 'open' && isFresh && open.pageUrl !== null) return { kind: 'opened', url: open.pageUrl };
    const after = await chooseBooking(db, wish);
    if (after.kind !== 'chosen') return after;
  }
  const url = await openPage(db, { booking: before.booking, requestKey, now, desk });
  return { kind: 'opened', url };
}

async function openPage(
  db: Database,
  {
    booking,
    requestKey,
    now,
    desk,
  }: { booking: BookingRow; requestKey: string | undefined; now: Date; desk: MoneyDesk },
): Promise<string> {
  const { hosted } = desk;
  if (!hosted) throw new Error('No hosted page is offered');
  const id = uuidv7();
  const reference = orderReference(id);
  const made = await insertOrder(db, {
    id,
    bookingId: booking.id,
    via: 'hosted-page',
    provider: hosted.name,
    reference,
    amountMinor: booking.priceMinor,
    currency: booking.currency,
    requestKey: requestKey ?? null,
    createdAt: now,
    askAt: askAgainAt(now, 0),
  });
  if (!made) {
    const waits = Math.ceil((hosted.deadlineMillis + GRACE_MILLIS) / WAIT_MILLIS);
    const page = await pageOfFirst(db, { bookingId: booking.id, requestKey: requestKey ?? '', waits });
    return page ?? openPage(db, { booking, requestKey, now, desk });
  }

  const answer = await hosted.open({
    reference,
    amount: { minor: booking.priceMinor, currency: booking.currency },
    description: 'Appointment',
    patient: { name: booking.patientName, email: booking.email, phone: booking.phone },
  });
  if (answer.kind === 'refused') {
    await setOrderState(db, { id, state: 'closed' });
    throw new ProviderUnavailable(`The hosted page was refused: ${answer.why}.`);
  }
  await setOrderPage(db, { id, pageUrl: answer.url });
  return answer.url;
}

/**
 * The same request, sent twice: the first one's page, as soon as it is there. Where it does not come within the
 * provider's deadline, the first one has died: nobody has its page, and `undefined` says that another may be opened.
 */
async function pageOfFirst(
  db: Database,
  { waits, ...request }: { bookingId: string; requestKey: string; waits: number },
): Promise<string | undefined> {
  for (let wait = 1; wait <= waits; wait += 1) {
    const first = await findOrderByRequest(db, request);
    if (!first) return undefined;
    if (first.pageUrl !== null) return first.pageUrl;
    if (first.state === 'closed' || wait === waits) {
      if (await giveUpUnopened(db, first.id)) return undefined;
    } else await sleep(WAIT_MILLIS);
  }
  throw new ProviderUnavailable('The hosted page that was asked for first did not open.');
}

/** Our name for an order at the provider: 25 letters and digits, because it takes at most 30. */
function orderReference(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0');
}

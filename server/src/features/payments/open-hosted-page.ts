import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import type { HostedPayments } from '../../providers/hosted-page/port.ts';
import { ProviderUnavailable } from '../../providers/provider-unavailable.ts';
import type { BookingRow } from '../booking/index.ts';
import { askAboutOrder } from './ask-about-order.ts';
import { chooseBooking, type NotPayable, type PayWish } from './choose-booking.ts';
import type { MoneyDesk } from './money-desk.ts';
import {
  countOrders,
  findOpenOrder,
  findOrder,
  giveUpUnopened,
  insertOrder,
  type OrderRow,
  setOrderPage,
  setOrderState,
} from './order-store.ts';
import { askAgainAt, isOlderThan, PAGE_LIVES_MINUTES } from './rules.ts';

export type PageOpened = { readonly kind: 'opened'; readonly url: string } | NotPayable;

/** So often somebody else, who was faster, is waited for. */
const TRIES = 4;
const WAIT_MILLIS = 100;
/** What writing the page down takes, generously. */
const GRACE_MILLIS = 1_000;

/**
 * Opens the provider's page for a booking. A page that was opened a moment ago and not used is shown again, and clicks at
 * the same time come to one page: the first that writes its order asks for it, the others wait.
 */
export async function openHostedPage(
  db: Database,
  { wish, now, desk }: { wish: PayWish; now: Date; desk: MoneyDesk },
): Promise<PageOpened> {
  const { hosted } = desk;
  if (!hosted) return { kind: 'refused', code: 'NOT_OFFERED' };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = await chooseBooking(db, wish);
    if (before.kind !== 'chosen') return before;
    const { booking } = before;
    const requestKey = `page ${await countOrders(db, { bookingId: booking.id, via: 'hosted-page' })}`;

    const open = await findOpenOrder(db, { bookingId: booking.id, via: 'hosted-page' });
    if (open?.pageUrl === null) {
      const url = await pageOfFirst(db, { order: open, deadlineMillis: hosted.deadlineMillis + GRACE_MILLIS, now });
      if (url === undefined) continue;
      return { kind: 'opened', url };
    }
    if (open) {
      const stands = await askAboutOrder(db, { order: open, now, desk });
      const isFresh = !isOlderThan(PAGE_LIVES_MINUTES, open.createdAt, now);
      if (stands === 'open' && isFresh) return { kind: 'opened', url: open.pageUrl };
      const after = await chooseBooking(db, wish);
      if (after.kind !== 'chosen') return after;
    }

    const opened = await openPage(db, { booking, requestKey, now, hosted });
    if (opened) return opened;
  }
  throw new ProviderUnavailable('The hosted page that was asked for first did not open.');
}

/** `undefined`: somebody else was faster. */
async function openPage(
  db: Database,
  { booking, requestKey, now, hosted }: { booking: BookingRow; requestKey: string; now: Date; hosted: HostedPayments },
): Promise<PageOpened | undefined> {
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
    requestKey,
    createdAt: now,
    askAt: askAgainAt(now, 0),
  });
  if (!made) return undefined;

  const answer = await hosted
    .open({
      reference,
      amount: { minor: booking.priceMinor, currency: booking.currency },
      description: 'Appointment',
      patient: { name: booking.patientName, email: booking.email, phone: booking.phone },
    })
    .catch(async (error: unknown) => {
      // Nobody will ever have that page: whoever tries next must not wait for it.
      await giveUpUnopened(db, id);
      throw error;
    });
  if (answer.kind === 'opened') {
    await setOrderPage(db, { id, pageUrl: answer.url });
    return answer;
  }
  await setOrderState(db, { id, state: 'closed' });
  if (answer.kind === 'amount-refused') return { kind: 'refused', code: 'AMOUNT_NOT_TAKEN', booking };
  throw new ProviderUnavailable(`The hosted page was refused: ${answer.why}.`);
}

/**
 * The page that somebody else asked for, as soon as it is there. Where it does not come within the provider's deadline,
 * they have died: nobody has their page, and `undefined` says that another may be opened.
 */
async function pageOfFirst(
  db: Database,
  { order, deadlineMillis, now }: { order: OrderRow; deadlineMillis: number; now: Date },
): Promise<string | undefined> {
  const leftMillis = deadlineMillis - (now.getTime() - order.createdAt.getTime());
  for (let waited = 0; waited < leftMillis; waited += WAIT_MILLIS) {
    const first = await findOrder(db, order.id);
    if (first?.state !== 'open') return undefined;
    if (first.pageUrl !== null) return first.pageUrl;
    await sleep(WAIT_MILLIS);
  }
  await giveUpUnopened(db, order.id);
  return undefined;
}

/** Our name for an order at the provider: 25 letters and digits, because it takes at most 30. */
function orderReference(id: string): string {
  return BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0');
}

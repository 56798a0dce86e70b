import type { Booking } from '@openhours/contract/booking.ts';
import { counted } from '@openhours/contract/counted.ts';
import { MOST_OTHERS } from '@openhours/contract/limits.ts';
import { moneyFromPrice, moneyText } from '@openhours/contract/money.ts';
import { priceText } from '../../clinic/price.ts';
import { earlierPaymentNames } from '../appointments/state-names.ts';

type Owing = Pick<Booking, 'can' | 'currency' | 'price' | 'earlierPayment' | 'state'>;

/**
 * '$60 to pay', or what became of an earlier payment; `undefined` if nothing is to be paid. Of a no-show '$60 not paid':
 * whether it costs something is the clinic's decision.
 */
export function owedText({ can, earlierPayment, state, ...price }: Owing): string | undefined {
  if (!can.takePayment) return undefined;
  if (earlierPayment) return earlierPaymentNames[earlierPayment].toLowerCase();
  return `${priceText(price)} ${state === 'no-show' ? 'not paid' : 'to pay'}`;
}

/**
 * What is to be paid for the other appointments that are over, without no-shows: '$300.00 for 5 earlier appointments',
 * 'at least …' if not all of them are listed; `undefined` if nothing is.
 *
 * @param now in milliseconds
 */
export function owedEarlier(
  appointments: readonly (Owing & Pick<Booking, 'startsAt' | 'minutes'>)[],
  now: number,
): string | undefined {
  const earlier = appointments.filter(
    ({ can, startsAt, minutes, state }) =>
      can.takePayment && state !== 'no-show' && Date.parse(startsAt) + minutes * 60_000 <= now,
  );
  if (earlier.length === 0) return undefined;
  const sums = new Map<string, number>();
  for (const { price, currency } of earlier) {
    sums.set(currency, (sums.get(currency) ?? 0) + (moneyFromPrice(price, currency)?.minor ?? 0));
  }
  const amounts = [...sums].map(([currency, minor]) => moneyText({ minor, currency }));
  const atLeast = appointments.length < MOST_OTHERS ? '' : 'at least ';
  return `${atLeast}${amounts.join(' and ')} for ${counted(earlier.length, 'earlier appointment')}`;
}

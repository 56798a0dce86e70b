import { priceOf } from '@openhours/contract/money.ts';
import { ORPCError } from '@orpc/server';
import type { Refusal } from './rules.ts';

/**
 * The error with which a call says why a slot was not booked, held, offered or taken. Pure.
 *
 * @param errors the errors that the call declares; a refusal that is not among them is a bug
 */
export function refusalError(
  refusal: Refusal,
  { errors, message }: { errors: { readonly [Code in Refusal['code']]?: unknown }; message: string },
): Error {
  const { code } = refusal;
  if (!(code in errors)) return new Error(`A call was refused with ${code}, which it does not declare`);
  return new ORPCError(code, { status: 409, message, data: dataOf(refusal) });
}

/** What the wire says about a refusal besides its code and message. Pure. */
function dataOf(refusal: Refusal): object | undefined {
  if ('nearest' in refusal) return { nearest: refusal.nearest };
  if (refusal.code === 'PRICE_CHANGED') return { price: priceOf(refusal.price), currency: refusal.price.currency };
  if (refusal.code === 'ALREADY_BOOKED') return { bookingId: refusal.bookingId };
  return undefined;
}

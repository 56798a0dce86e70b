import type { FreeSlot } from '@openhours/contract/booking.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { ORPCError } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { findDay, type KnownDay } from '../schedule/index.ts';
import { nearestFreeSlots } from './nearest-free-slots.ts';
import { type Refusal, refusalMessage, staffRefusalMessage, type Wanted } from './rules.ts';

/** The errors that a call declares. */
type DeclaredErrors = { readonly [Code in Refusal['code']]?: unknown };

/**
 * The error with which a call says why a slot was not booked, held, offered or taken. If another slot could be chosen,
 * it names the nearest free ones. `look` finds them; without it, the database does.
 */
export async function refusalError(
  refusal: Refusal,
  answer: {
    context: Pick<CallContext, 'db' | 'now'>;
    errors: DeclaredErrors;
    /** `treated` is the name of the person treated, if they are not the reader. */
    wanted: Wanted & { readonly treated?: string | undefined };
    message?: string;
    look?: (date: string) => Promise<KnownDay>;
  },
): Promise<Error> {
  const { errors, wanted, message = messageAbout(refusal, wanted) } = answer;
  const { db, now } = answer.context;
  const { look = (date) => findDay(db, { date, now }) } = answer;
  const nearest = isAboutSlot(refusal)
    ? await nearestFreeSlots(look, { ...wanted, nearMinute: refusal.nearMinute, now })
    : [];
  return declaredError(refusal, { errors, message, nearest });
}

function messageAbout(refusal: Refusal, { treated, ...wanted }: Parameters<typeof refusalError>[1]['wanted']): string {
  if (treated === undefined) return refusalMessage(refusal, wanted);
  return staffRefusalMessage(refusal, { ...wanted, patient: treated });
}

/** Pure. @param answer.errors a refusal that is not among them is a bug */
export function declaredError(
  refusal: Refusal,
  { errors, message, nearest }: { errors: DeclaredErrors; message: string; nearest: readonly FreeSlot[] },
): Error {
  const { code } = refusal;
  if (!(code in errors)) return new Error(`A call was refused with ${code}, which it does not declare`);
  return new ORPCError(code, { status: 409, message, data: dataOf(refusal, nearest) });
}

/** The data of the error, besides its code and message. Pure. */
function dataOf(refusal: Refusal, nearest: readonly FreeSlot[]): object | undefined {
  if (isAboutSlot(refusal)) return { nearest };
  if (refusal.code === 'PRICE_CHANGED') return { price: priceOf(refusal.price), currency: refusal.price.currency };
  if (refusal.code === 'ALREADY_BOOKED') return { bookingId: refusal.bookingId };
  return undefined;
}

/** Compares the code: a refusal that was stored with an `Idempotency-Key` has no field `nearMinute` if it was undefined. */
function isAboutSlot(refusal: Refusal): refusal is Extract<Refusal, { nearMinute: unknown }> {
  return ['SLOT_TAKEN', 'SLOT_NOT_OFFERED', 'SLOT_PAST', 'TOO_SHORT_NOTICE'].includes(refusal.code);
}

import type { moveRefusals } from '@openhours/contract/booking.ts';
import { priceOf } from '@openhours/contract/money.ts';
import type { ORPCErrorConstructorMap } from '@orpc/server';
import type { MoveOutcome } from './move-appointment.ts';
import { refusalMessage } from './rules.ts';

/** The error with which a call says why an appointment was not moved. */
export function moveRefusal(
  outcome: Exclude<MoveOutcome, { kind: 'moved' | 'not found' }>,
  { errors, date, slot }: { errors: ORPCErrorConstructorMap<typeof moveRefusals>; date: string; slot: string },
): Error {
  switch (outcome.kind) {
    case 'changed meanwhile':
      return errors.CHANGED_MEANWHILE({ data: { version: outcome.version } });
    case 'impossible':
      return errors.NOT_POSSIBLE({ message: outcome.message, data: {} });
    case 'refused':
  }
  const { refusal, treatment } = outcome;
  const message = refusalMessage(refusal, { treatment, date, slot });
  switch (refusal.code) {
    case 'SLOT_TAKEN':
    case 'SLOT_NOT_OFFERED':
    case 'SLOT_PAST':
    case 'TOO_SHORT_NOTICE':
      return errors[refusal.code]({ message, data: { nearest: [...refusal.nearest] } });
    case 'PRICE_CHANGED':
      return errors.PRICE_CHANGED({
        message,
        data: { price: priceOf(refusal.price), currency: refusal.price.currency },
      });
    case 'ALREADY_BOOKED':
      return errors.ALREADY_BOOKED({ message, data: { bookingId: refusal.bookingId } });
    case 'BEYOND_HORIZON':
    case 'TREATMENT_UNKNOWN':
    case 'ELSEWHERE':
      return errors[refusal.code]({ message, data: {} });
    default:
      throw new Error(`A move was refused with ${refusal.code}`);
  }
}

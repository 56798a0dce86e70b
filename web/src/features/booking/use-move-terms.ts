import type { Booking, FreeSlot } from '@openhours/contract/booking.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { priceChangeText } from './price-change.ts';
import { afterMoveText } from './terms-words.ts';
import type { Target } from './whose.ts';

const UNKNOWN = 'We could not check whether the move changes what you pay, or until when you can cancel.';

/**
 * What a patient agrees to by moving an appointment to this time: the new price, what is refunded, and what is to be paid.
 *
 * @param chosen undefined for staff: their moves keep the price, and ask for no payment
 */
export function useMoveTerms(
  booking: Pick<Booking, 'price' | 'currency'> & Pick<Target, '_id' | 'token'>,
  chosen: Pick<FreeSlot, 'appointmentDate' | 'slot' | 'optionId' | 'price' | 'currency'> | undefined,
): { text: string; isLoading: boolean } {
  const { _id: id = '', token } = booking;
  const { appointmentDate = '', slot = '', optionId = '', price, currency } = chosen ?? {};
  const time = { appointmentDate, slot, optionId };
  const key =
    token === undefined
      ? api.booking.moveTerms.key({ input: { id, ...time } })
      : api.visit.moveTerms.key({ input: { token, ...time } });
  const terms = useQuery({
    queryKey: [...key, price, currency],
    queryFn: chosen
      ? ({ signal }) =>
          token === undefined
            ? client.booking.moveTerms({ id, ...time }, { signal })
            : client.visit.moveTerms({ token, ...time }, { signal })
      : skipToken,
    staleTime: 0,
    gcTime: 0,
  });
  if (!chosen) return { text: '', isLoading: false };
  const isLate = terms.failureCount > 0 || terms.isPaused;
  const message = terms.data ? terms.data.message : isLate ? UNKNOWN : undefined;
  const freeUntil = terms.data?.freeUntil;
  const sentences = [
    priceChangeText(booking, chosen),
    message,
    freeUntil && afterMoveText(freeUntil, { isFree: chosen.price === 0 }),
  ].filter((sentence) => sentence !== undefined);
  return { text: sentences.join(' '), isLoading: terms.isPending && !isLate };
}

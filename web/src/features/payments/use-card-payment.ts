import type { Booking } from '@openhours/contract/booking.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { fieldOf } from '../../api/http.ts';
import type { CardEntry } from './card-entry.ts';
import { refreshPayments } from './payment-queries.ts';

/** One attempt after the other to pay for a booking, as this page knows of them. */
export type CardPayment =
  | { kind: 'idle'; message: string | undefined }
  | { kind: 'processing' }
  /** The money is with the provider; what becomes of it shows when the clinic has heard of it. */
  | { kind: 'waiting'; transactionId: string }
  | { kind: 'done'; transactionId: string };

const recordTries = 4;

/** Pays: confirms with the provider, then tells the clinic, which asks the provider itself. */
export function useCardPayment(booking: Booking, firstMessage: string | undefined) {
  const queryClient = useQueryClient();
  const [payment, setPayment] = useState<CardPayment>({ kind: 'idle', message: firstMessage });
  const isPaying = useRef(false);

  const attempt = async (entry: CardEntry): Promise<CardPayment> => {
    const outcome = await entry.confirm();
    if (outcome.kind === 'refused') return { kind: 'idle', message: outcome.message };
    if (outcome.kind === 'incomplete') return { kind: 'idle', message: undefined };
    const { transactionId } = outcome;
    const recorded = await record(booking, transactionId);
    if (recorded.kind === 'refused' && outcome.kind === 'succeeded') {
      return { kind: 'idle', message: recorded.message };
    }
    return { kind: recorded.kind === 'recorded' ? 'done' : 'waiting', transactionId };
  };

  const pay = async (entry: CardEntry): Promise<void> => {
    if (isPaying.current) return;
    isPaying.current = true;
    setPayment({ kind: 'processing' });
    try {
      const next = await attempt(entry);
      // What this page shows next follows from fresh answers, not from those of before.
      if (next.kind !== 'idle' || next.message) await refreshPayments(queryClient).catch(() => undefined);
      setPayment(next);
    } catch (error) {
      console.error('The card payment failed:', error);
      setPayment({ kind: 'idle', message: 'The payment could not be made. Please try again.' });
    } finally {
      isPaying.current = false;
    }
  };

  /** The provider has said no after all. */
  const giveUp = useCallback((message: string): void => setPayment({ kind: 'idle', message }), []);
  return { payment, pay, giveUp };
}

type Recorded = { kind: 'recorded' } | { kind: 'refused'; message: string } | { kind: 'unanswered' };

/** Tells the clinic of a confirmed card. It would learn it from the provider all the same, only later. */
export async function record(
  { _id: bookingId, price, email }: Pick<Booking, '_id' | 'price' | 'email'>,
  transactionId: string,
): Promise<Recorded> {
  for (let tries = 1; tries <= recordTries; tries += 1) {
    try {
      await client.payments.record({ price, transactionId, email, bookingId }, { context: { bearer: true } });
      return { kind: 'recorded' };
    } catch (error) {
      const status = fieldOf(error, 'status');
      if (status === 409 && error instanceof Error) return { kind: 'refused', message: error.message };
      if (tries < recordTries) await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
    }
  }
  return { kind: 'unanswered' };
}

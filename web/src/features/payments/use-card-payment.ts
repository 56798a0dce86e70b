import type { Booking } from '@openhours/contract/booking.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import type { CardEntry } from '../card-entry/card-entry.ts';
import {
  askAgainIn,
  type CardPayment,
  paymentAfter,
  paymentAfterReturn,
  type Recorded,
  recordedFrom,
} from './card-attempt.ts';
import { refreshPayments } from './payment-queries.ts';

const firstTries = 3;
/** After this many reports without an answer, the page says what to do. */
const patience = 3;

/**
 * Pays: confirms with the provider, then reports to our server, which asks the provider itself.
 * @param returnedId the attempt that was confirmed on the bank's page, before this page was loaded
 */
export function useCardPayment(booking: Booking, returnedId: string | undefined) {
  const queryClient = useQueryClient();
  const [payment, setPayment] = useState<CardPayment>(
    returnedId === undefined
      ? { kind: 'idle', message: undefined }
      : { kind: 'waiting', transactionId: returnedId, isRecorded: false },
  );
  // From the first render, because it is removed from the URL later.
  const [fromBank] = useState(returnedId);
  const isPaying = useRef(false);

  const attempt = async (entry: CardEntry): Promise<CardPayment> => {
    const outcome = await entry.confirm();
    if (outcome.kind === 'refused') return { kind: 'idle', message: outcome.message };
    if (outcome.kind === 'incomplete') return { kind: 'idle', message: undefined };
    return paymentAfter(outcome, await record(booking, { transactionId: outcome.transactionId, tries: firstTries }));
  };

  const pay = async (entry: CardEntry): Promise<void> => {
    if (isPaying.current) return;
    isPaying.current = true;
    setPayment({ kind: 'processing' });
    try {
      const next = await attempt(entry);
      // The page must show fresh answers next.
      if (next.kind !== 'idle' || next.message) await refreshPayments(queryClient).catch(() => undefined);
      setPayment(next);
    } catch (error) {
      console.error('The card payment failed:', error);
      setPayment({ kind: 'idle', message: 'The payment could not be made. Please try again.' });
    } finally {
      isPaying.current = false;
    }
  };

  // Report to our server until it answers, less and less often. Meanwhile there is no card form.
  const unreportedId = payment.kind === 'waiting' && !payment.isRecorded ? payment.transactionId : undefined;
  const [unanswered, setUnanswered] = useState(0);
  const { _id, price, email } = booking;
  useEffect(() => {
    if (unreportedId === undefined) return undefined;
    let isOver = false;
    const reportIn = async (millis: number, before: number): Promise<void> => {
      setUnanswered(before);
      await new Promise((resolve) => setTimeout(resolve, millis));
      if (isOver) return undefined;
      const answer = await record({ _id, price, email }, { transactionId: unreportedId, tries: 1 });
      if (isOver) return undefined;
      if (answer.kind === 'unanswered') return reportIn(askAgainIn(before), before + 1);
      await refreshPayments(queryClient).catch(() => undefined);
      if (isOver) return undefined;
      setPayment(
        unreportedId === fromBank
          ? paymentAfterReturn(unreportedId, answer)
          : paymentAfter({ kind: 'succeeded', transactionId: unreportedId }, answer),
      );
      return undefined;
    };
    void reportIn(unreportedId === fromBank ? 0 : askAgainIn(0), 0);
    return () => {
      isOver = true;
    };
  }, [unreportedId, fromBank, _id, price, email, queryClient]);

  /** The provider has declined. */
  const giveUp = useCallback((message: string): void => setPayment({ kind: 'idle', message }), []);
  return {
    payment,
    pay,
    giveUp,
    /** Whether our server has not answered for a while, so that nobody knows what became of the payment. */
    isUnanswered: unreportedId !== undefined && unanswered >= patience,
  };
}

/** Reports a confirmed card payment to our server. Without the report it would learn it from the provider later. */
async function record(
  { _id: bookingId, price, email }: Pick<Booking, '_id' | 'price' | 'email'>,
  { transactionId, tries }: { transactionId: string; tries: number },
): Promise<Recorded> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    try {
      await client.payments.record({ price, transactionId, email, bookingId }, { context: { bearer: true } });
      return { kind: 'recorded' };
    } catch (error) {
      const recorded = recordedFrom(error);
      if (recorded.kind === 'refused') return recorded;
      if (attempt < tries) await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
    }
  }
  return { kind: 'unanswered' };
}

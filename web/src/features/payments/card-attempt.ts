import { readFailure } from '../../api/failure.ts';
import type { CardOutcome } from '../card-entry/card-entry.ts';

/** One attempt after the other to pay for a booking, as this page knows of them. */
export type CardPayment =
  | { kind: 'idle'; message: string | undefined }
  | { kind: 'processing' }
  /**
   * The money is with the provider; what becomes of it shows when the clinic has heard of it.
   * @property isRecorded false while our server has not answered: it is told again until it does
   */
  | { kind: 'waiting'; transactionId: string; isRecorded: boolean }
  | { kind: 'done'; transactionId: string };

/** What the clinic answered when it was told of a payment. */
export type Recorded = { kind: 'recorded' } | { kind: 'refused'; message: string } | { kind: 'unanswered' };

/** What a failed telling means. Only a refusal is an answer: with 503 the money may have been taken all the same. */
export function recordedFrom(error: unknown): Recorded {
  const { kind, message } = readFailure(error);
  return kind === 'refused' && message !== undefined ? { kind, message } : { kind: 'unanswered' };
}

/** What follows from the provider's outcome and the clinic's answer. */
export function paymentAfter(
  { kind, transactionId }: Extract<CardOutcome, { transactionId: string }>,
  recorded: Recorded,
): CardPayment {
  if (recorded.kind === 'recorded') return { kind: 'done', transactionId };
  if (recorded.kind === 'unanswered') return { kind: 'waiting', transactionId, isRecorded: false };
  // While the provider has not decided, the clinic cannot record the payment.
  if (kind === 'processing') return { kind: 'waiting', transactionId, isRecorded: true };
  return { kind: 'idle', message: recorded.message };
}

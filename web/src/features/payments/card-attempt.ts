import { readFailure } from '../../api/failure.ts';
import { textField } from '../../api/http.ts';
import type { CardOutcome } from '../card-entry/card-entry.ts';

/** The state of this page's attempts to pay for a booking. */
export type CardPayment =
  | { kind: 'idle'; message: string | undefined }
  | { kind: 'processing' }
  /**
   * The provider has charged the card; the clinic's answer decides what follows.
   * @property isRecorded false until our server has answered; the report is repeated until then
   */
  | { kind: 'waiting'; transactionId: string; isRecorded: boolean }
  | { kind: 'done'; transactionId: string };

/**
 * Whether to ask our server again to prepare a payment, by itself. Not after an answer of its own, which has a code: before
 * it says that the provider is not available, it has asked three times, which takes up to 24 seconds.
 */
export function preparesAgain(failures: number, error: Error): boolean {
  const { kind, data } = readFailure(error);
  return failures < 3 && kind === 'unanswered' && textField(data, 'code') === undefined;
}

/** When to ask again about a payment that is under way, after this many answers: such a payment can take days. */
export function askAgainIn(answers: number): number {
  return Math.min(2000 * 1.2 ** answers, 60_000);
}

/** The clinic's answer to the report of a payment. */
export type Recorded =
  | { kind: 'recorded' }
  | { kind: 'refused'; code: string | undefined; message: string }
  | { kind: 'unanswered' };

/** The meaning of a failed report. Only a refusal is an answer: with 503, the card may have been charged. */
export function recordedFrom(error: unknown): Recorded {
  const { kind, code, message } = readFailure(error);
  return kind === 'refused' && message !== undefined ? { kind, code, message } : { kind: 'unanswered' };
}

/** The next state, from the provider's outcome and the clinic's answer. */
export function paymentAfter(
  { kind, transactionId }: Extract<CardOutcome, { transactionId: string }>,
  recorded: Recorded,
): CardPayment {
  if (recorded.kind === 'recorded') return { kind: 'done', transactionId };
  if (recorded.kind === 'unanswered') return { kind: 'waiting', transactionId, isRecorded: false };
  // The clinic cannot record a payment before the provider has decided.
  if (kind === 'processing') return { kind: 'waiting', transactionId, isRecorded: true };
  return { kind: 'idle', message: recorded.message };
}

const bankDeclined = 'Your bank did not confirm the payment. Please try again, or use another card.';

/** The next state on return from the bank's page. The return URL does not say whether the bank confirmed the payment. */
export function paymentAfterReturn(transactionId: string, recorded: Recorded): CardPayment {
  const isDeclined = recorded.kind === 'refused' && recorded.code === 'NOT_SUCCEEDED';
  return paymentAfter(
    { kind: 'succeeded', transactionId },
    isDeclined ? { ...recorded, message: bankDeclined } : recorded,
  );
}

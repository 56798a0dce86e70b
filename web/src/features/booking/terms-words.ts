import { durationText } from '@openhours/contract/duration-text.ts';
import type { BookingTerms } from '@openhours/contract/holds.ts';
import { deadlineText } from '../../clinic/instant.ts';

/** Until when cancelling is free of charge, as a sentence. @param freeUntil UTC; it may have passed */
export function cancellationText(freeUntil: string, now: Date = new Date()): string {
  return Date.parse(freeUntil) > now.getTime()
    ? `Cancelling is free of charge until ${deadlineText(freeUntil, now)}.`
    : 'If you cancel, you get no refund.';
}

/** What a patient agrees to by booking now, as sentences. */
export function termsText({ freeUntil, payWithinMinutes }: BookingTerms, now: Date = new Date()): string {
  const pay =
    payWithinMinutes &&
    `Pay online within ${durationText(payWithinMinutes)} after booking, or the appointment is cancelled.`;
  return `${pay ? `${pay} ` : ''}${cancellationText(freeUntil, now)}`;
}

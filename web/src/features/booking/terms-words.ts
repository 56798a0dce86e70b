import type { ClinicRules } from '@openhours/contract/clinic.ts';
import { durationText } from '@openhours/contract/duration-text.ts';
import type { BookingTerms } from '@openhours/contract/holds.ts';
import { serverNow } from '../../clinic/clock.ts';
import { deadlineText } from '../../clinic/instant.ts';

/** Until when cancelling is free of charge, as a sentence. @param freeUntil UTC; it may have passed */
export function cancellationText(freeUntil: string, now: Date = new Date(serverNow())): string {
  return Date.parse(freeUntil) > now.getTime()
    ? `Cancelling is free of charge until ${deadlineText(freeUntil, now)}.`
    : 'If you cancel, you get no refund.';
}

/** The same for after a move to a time for which it ends sooner. @param isFree the appointment costs nothing */
export function afterMoveText(
  freeUntil: string,
  { isFree }: { isFree: boolean },
  now: Date = new Date(serverNow()),
): string {
  if (Date.parse(freeUntil) > now.getTime()) {
    const until = deadlineText(freeUntil, now);
    return isFree
      ? `After the move, you can move it again until ${until}.`
      : `After the move, cancelling is free of charge until ${until}.`;
  }
  return `After the move, you cannot move it again here${isFree ? '' : ', and you get no refund if you cancel'}.`;
}

/** What a patient agrees to by booking now, as sentences. */
export function termsText({ freeUntil, payWithinMinutes }: BookingTerms, now: Date = new Date(serverNow())): string {
  return `${payText(payWithinMinutes)}${cancellationText(freeUntil, now)}`;
}

/** The same from the clinic's rules, for whichever time is booked. */
export function rulesText({
  payment,
  payWithinMinutes,
  freeCancellationHours: hours,
}: Pick<ClinicRules, 'payment' | 'payWithinMinutes' | 'freeCancellationHours'>): string {
  const until =
    hours > 0
      ? `${durationText(hours * 60)} before the appointment. If you cancel later, you get no refund`
      : 'the appointment starts';
  const pay = payText(payment === 'at-booking' ? payWithinMinutes : undefined);
  return `${pay}Cancelling is free of charge until ${until}.`;
}

function payText(withinMinutes: number | undefined): string {
  if (withinMinutes === undefined) return '';
  return `Pay online within ${durationText(withinMinutes)} after booking, or the appointment is cancelled. `;
}

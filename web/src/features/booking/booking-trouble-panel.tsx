import type { bookingRefusals, FreeSlot } from '@openhours/contract/booking.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { BookingTrouble } from './booking-trouble.ts';

/** Why the booking failed, and the possible next steps. */
export function BookingTroublePanel({
  trouble,
  offer,
  hrefOf = href.appointment,
  onTake,
}: {
  trouble: BookingTrouble | undefined;
  /** The requested slot. A free slot shows only how it differs from this one. */
  offer: FreeSlot;
  /** Where the reader sees an appointment. */
  hrefOf?: ((id: string) => string) | undefined;
  onTake: (free: FreeSlot) => void;
}) {
  return (
    <div className={trouble ? 'col-span-full grid gap-3' : 'sr-only'}>
      <FormError message={trouble && sentence(trouble)} />
      {trouble && (
        <div ref={showIt} className="grid gap-3 empty:hidden">
          {trouble.nearest.length > 0 && (
            <div role="group" aria-label="Nearest free times" className="flex flex-wrap gap-2">
              <p className="w-full text-[0.9375rem] font-semibold">Nearest free times</p>
              {trouble.nearest.map((free) => (
                <Button
                  key={`${free.optionId} ${free.appointmentDate} ${free.slot}`}
                  variant="secondary"
                  className="px-4! py-2 font-medium! tabular-nums max-sm:w-full"
                  onClick={() => onTake(free)}
                >
                  {freeSlotText(free, offer)}
                </Button>
              ))}
            </div>
          )}
          {trouble.bookingId && (
            <LinkButton href={hrefOf(trouble.bookingId)} variant="secondary">
              View that appointment
            </LinkButton>
          )}
        </div>
      )}
    </div>
  );
}

/** The dialog may be scrolled down to the phone field. */
function showIt(panel: HTMLElement | null): void {
  panel?.parentElement?.scrollIntoView({ block: 'nearest' });
}

/** Short forms of the toast's messages, by error code. They stay when the toast has closed. */
const shortMessages: Partial<Record<string, string>> = {
  SLOT_TAKEN: 'This time is no longer free.',
  SLOT_NOT_OFFERED: 'This time is not offered.',
  SLOT_PAST: 'This time has passed.',
  TOO_SHORT_NOTICE: 'It is too late to book this time online.',
  BEYOND_HORIZON: 'This day is too far ahead.',
  PRICE_CHANGED: 'The price has changed.',
  ALREADY_BOOKED: 'There is an appointment for this treatment on this day already.',
  ELSEWHERE: 'There is another appointment at this time.',
  TOO_MANY_UNPAID: 'You have too many upcoming appointments that are unpaid or cost nothing.',
  TREATMENT_UNKNOWN: 'This treatment is not offered any more.',
  PERSON_UNKNOWN: 'You do not look after this person any more.',
  EMAIL_UNCONFIRMED: 'Your email address is not confirmed.',
  NOT_YOU: 'Your name or email address has changed.',
} satisfies Partial<Record<keyof typeof bookingRefusals, string>>;

/** The short message if a toast shows the full one; otherwise the full message. */
function sentence({ kind, code, message, isToast }: BookingTrouble): string {
  if (!isToast) return message;
  if (kind === 'unanswered') {
    return 'We do not know whether the appointment was booked. Please submit again: you will not book it twice.';
  }
  return shortMessages[code ?? ''] ?? 'This appointment is not booked.';
}

/** '09:30 AM - 10:00 AM', with day and doctor if they differ. */
function freeSlotText(free: FreeSlot, offer: FreeSlot): string {
  const parts = [
    free.appointmentDate !== offer.appointmentDate && free.appointmentDate,
    free.slot,
    free.optionId !== offer.optionId && (free.doctorName ? titledName(free.doctorName) : 'Doctor on duty'),
  ];
  return parts.filter(Boolean).join(', ');
}

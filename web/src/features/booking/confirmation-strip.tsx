import type { FreeSlot } from '@openhours/contract/booking.ts';
import { CircleCheck, X } from 'lucide-react';
import type { RefObject } from 'react';
import { LinkButton } from '../../ui/link-button.tsx';

/**
 * What was booked a moment ago, and the way to its page. It stays at the lower edge of the window until it is closed
 * and covers nothing for good. It takes the focus, not its link: whoever presses Enter once too often stays here.
 */
export function ConfirmationStrip({
  booked,
  onClose,
  ref,
}: {
  booked: FreeSlot & { bookingId: string };
  onClose: () => void;
  ref: RefObject<HTMLElement | null>;
}) {
  const { bookingId, treatment, doctorName, appointmentDate, slot } = booked;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="just-booked"
      className="sticky bottom-4 z-20 mt-8 flex animate-rise-in flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-pine bg-surface p-4 pe-14 shadow-float"
    >
      <CircleCheck className="size-6 shrink-0 text-pine max-sm:hidden" aria-hidden="true" />
      <p id="just-booked" className="min-w-0 grow basis-56 text-[0.9375rem]">
        <strong className="font-semibold">{treatment}</strong>
        {doctorName && ` with Dr. ${doctorName}`} is booked for {appointmentDate}, {slot}.
      </p>
      <LinkButton
        href={`/dashboard/myAppointment/${bookingId}`}
        variant="secondary"
        className="max-sm:-me-10 max-sm:grow"
      >
        View appointment
      </LinkButton>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="absolute end-1.5 top-1.5 grid size-11 place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink"
      >
        <X className="size-5" aria-hidden="true" />
      </button>
    </section>
  );
}

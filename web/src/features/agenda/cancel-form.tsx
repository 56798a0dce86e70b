import type { Booking, FreeSlot, Refund } from '@openhours/contract/booking.ts';
import { refundSentences } from '@openhours/contract/refund-sentences.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { reasonHint } from '../booking/emails-off.tsx';
import { refundsByStaff } from '../booking/refund-words.ts';

/** Cancels an appointment with a reason for the patient, and then lists what is free instead. */
export function CancelForm({ booking, onBack }: { booking: Booking; onBack: () => void }) {
  const { _id: id, emails } = booking;
  // The version when the form opened: an appointment that was moved since must not be cancelled.
  const [version] = useState(booking.version);
  const queryClient = useQueryClient();
  const reasonField = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const cancel = useMutation({
    mutationFn: (reason: string) => client.booking.cancel({ id, reason, version }),
    onMutate: () => queryClient.cancelQueries({ queryKey: api.booking.cancellation.key() }),
    onSettled: () => invalidate(queryClient, api.agenda, api.booking.one),
  });
  const isRefused = cancel.isError && readFailure(cancel.error).kind === 'refused';
  const preview = useQuery(
    api.booking.cancellation.queryOptions({
      input: { id },
      // Not after a lost answer: the appointment may be cancelled by then, and the server refuses this call for cancelled ones.
      enabled: booking.can.cancel && (cancel.isIdle || isRefused),
      // `useOpenAppointment` refetches it with the appointment: a payment changes what is refunded.
      staleTime: 0,
      gcTime: 0,
    }),
  );
  if (cancel.data) return <Cancelled {...cancel.data} emails={emails} />;
  // The appointment may be read again before the answer comes.
  if (booking.state === 'cancelled' && cancel.isIdle) return null;
  // The answer was lost, or somebody else was faster.
  if (booking.state === 'cancelled' && cancel.isError) return <Cancelled emails={emails} />;
  return (
    <form
      noValidate
      className="grid gap-4 rounded-control border border-line p-4"
      onSubmit={(event) => {
        event.preventDefault();
        const reason = reasonField.current?.value.trim() ?? '';
        setIsMissing(reason === '');
        if (reason === '') reasonField.current?.focus();
        else cancel.mutate(reason);
      }}
    >
      <h3 className="font-semibold">Cancel the appointment</h3>
      {/* Two lines before it loads: the field with the focus stays where it is. */}
      {!preview.isError && (
        <p role="status" className="min-h-12 text-muted">
          {preview.data?.message}
        </p>
      )}
      <TextField
        ref={reasonField}
        label="Reason"
        name="reason"
        hint={reasonHint(emails)}
        maxLength={500}
        autoComplete="off"
        error={isMissing ? 'Please give a reason.' : undefined}
      />
      <FormError message={failureMessage(cancel.error)} />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button type="submit" variant="danger" busy={cancel.isPending}>
          Cancel appointment
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Keep it
        </Button>
      </div>
    </form>
  );
}

function Cancelled({
  booking,
  refund,
  nearest = [],
  emails,
}: { booking?: Booking; refund?: Refund; nearest?: readonly FreeSlot[] } & Pick<Booking, 'emails'>) {
  const result = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => result.current?.focus(), []);
  return (
    <div ref={result} role="status" tabIndex={-1} className="grid gap-3 outline-none">
      <p>
        {`The appointment is cancelled.${refund ? ` ${refundText(refund, booking)}` : ''}${emails === 'on' ? '' : ' The patient gets no email.'}`}
      </p>
      {nearest.length > 0 && <Nearest nearest={nearest} />}
    </div>
  );
}

/** How the patient gets the money back. */
function refundText(refund: Refund, booking: Booking | undefined): string {
  // It was decided before, because the price had changed.
  if (refund.amount === 0) return booking?.refundDue ? 'A refund at the clinic is still due.' : 'Nothing is refunded.';
  return refundSentences(refund, {
    online: (amount) => `${amount} will be refunded to the patient online.`,
    ...refundsByStaff,
  });
}

function Nearest({ nearest }: { nearest: readonly FreeSlot[] }) {
  return (
    <>
      <h3 className="font-semibold">Nearest free times</h3>
      <ul className="grid gap-1">
        {nearest.map(({ optionId, appointmentDate, slot, doctorName }) => (
          <li key={optionId + appointmentDate + slot}>
            {`${appointmentDate}, ${slot}${doctorName ? ` with ${titledName(doctorName)}` : ''}`}
          </li>
        ))}
      </ul>
    </>
  );
}

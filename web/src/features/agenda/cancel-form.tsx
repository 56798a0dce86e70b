import type { Booking, CancellableSeries, CancelledSeries, FreeSlot, Refund } from '@openhours/contract/booking.ts';
import { refundSentences } from '@openhours/contract/refund-sentences.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { focusWhenShown } from '../../ui/focus-when-shown.ts';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { notBlank } from '../../ui/required.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { reasonHint } from '../booking/emails-off.tsx';
import { refundsByStaff } from '../booking/refund-words.ts';
import { SeriesChoice, SeriesList } from '../booking/series-choice.tsx';
import { othersOf, skippedLines } from '../booking/series-words.ts';

/** The most common reason. The patient and staff read it. */
const onRequest = 'At the patient’s request';

/**
 * Cancels an appointment, or it and the later ones of its series, with a reason for the patient, and then lists what is free
 * instead.
 */
export function CancelForm({ booking, onBack }: { booking: Booking; onBack: () => void }) {
  const { _id: id, emails } = booking;
  // The version when the form opened: an appointment that was moved since must not be cancelled.
  const [version] = useState(booking.version);
  const [isTogether, setIsTogether] = useState(false);
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const cancel = useMutation({
    mutationFn: ({ reason, together }: { reason: string; together: CancellableSeries | undefined }) =>
      client.booking.cancel({ id, reason, version, ...(together && { also: othersOf(together, id) }) }),
    onMutate: (_, { client: queries }) => queries.cancelQueries({ queryKey: api.booking.cancellation.key() }),
    meta: { refetches: [api.agenda, api.booking.one] },
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
  const series = preview.data?.series;
  const together = isTogether ? series : undefined;
  const form = useForm({
    rules: { reason: notBlank('Please give a reason.') },
    held: { reason },
    onSubmit: () => cancel.mutate({ reason: reason.trim(), together }),
  });
  if (cancel.data) {
    const { series: done, ...answer } = cancel.data;
    const shown = cancel.variables.together;
    return (
      <Cancelled
        {...answer}
        {...(done && { together: done })}
        skipped={done && shown ? skippedLines(done, shown) : []}
        emails={emails}
      />
    );
  }
  // The appointment may be read again before the answer comes.
  if (booking.state === 'cancelled' && cancel.isIdle) return null;
  // The answer was lost, or somebody else was faster.
  if (booking.state === 'cancelled' && cancel.isError) return <Cancelled emails={emails} />;
  return (
    <Form of={form} className="grid gap-4 rounded-control border border-line p-4">
      <h3 className="font-semibold">Cancel the appointment</h3>
      {/* First, so that it stays where it is while somebody types and the rest loads. */}
      <TextField
        ref={field}
        label="Reason"
        {...form.field('reason')}
        hint={reasonHint(emails)}
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        aria-disabled={reason.trim() !== '' || undefined}
        onClick={() => {
          // What was typed stays.
          if (reason.trim() === '') setReason(onRequest);
          field.current?.focus();
        }}
      >
        {onRequest}
      </Button>
      {series && <SeriesChoice series={series} isTogether={isTogether} onChange={setIsTogether} />}
      {/* Two lines before it loads: the buttons stay where they are. */}
      {!preview.isError && (
        <p role="status" className="min-h-12 text-muted">
          {(together ?? preview.data)?.message}
        </p>
      )}
      {together && <SeriesList {...together} />}
      <FormError message={failureMessage(cancel.error)} />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button type="submit" variant="danger" busy={cancel.isPending}>
          {together ? `Cancel ${together.appointments.length} appointments` : 'Cancel appointment'}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          {together ? 'Keep them' : 'Keep it'}
        </Button>
      </div>
    </Form>
  );
}

function Cancelled({
  booking,
  refund,
  nearest = [],
  together,
  skipped = [],
  emails,
}: {
  booking?: Booking;
  refund?: Refund;
  nearest?: readonly FreeSlot[];
  /** What became of the series, if it was cancelled too. */
  together?: CancelledSeries;
  skipped?: readonly string[];
} & Pick<Booking, 'emails'>) {
  return (
    <div ref={focusWhenShown} role="status" tabIndex={-1} className="grid gap-3 outline-none">
      <p>
        {[
          together && together.cancelled.length > 1
            ? `${together.cancelled.length} appointments are cancelled.`
            : 'The appointment is cancelled.',
          ...(refund ? [refundText(together?.refunds ?? [refund], booking)] : []),
          ...(emails === 'on' ? [] : ['The patient gets no email.']),
        ].join(' ')}
      </p>
      {skipped.length > 0 && (
        <>
          <h3 className="font-semibold">Not cancelled</h3>
          <ul className="grid gap-1">
            {skipped.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {nearest.length > 0 && <Nearest nearest={nearest} />}
    </div>
  );
}

/** How the patient gets the money back. */
function refundText(refunds: readonly Refund[], booking: Booking | undefined): string {
  if (refunds.every(({ amount }) => amount === 0)) {
    // It was decided before, because the price had changed.
    return booking?.refundDue ? 'A refund at the clinic is still due.' : 'Nothing is refunded.';
  }
  const says = {
    online: (amount: string) => `${amount} will be refunded to the patient online.`,
    ...refundsByStaff,
  };
  return refunds.map((refund) => refundSentences(refund, says)).join(' ');
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

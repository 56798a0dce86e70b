import type { Booking, CancellableSeries, CancellationPreview } from '@openhours/contract/booking.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, readFailure } from '../../api/failure.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LateNotice } from '../../ui/late-notice.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { notBlank } from '../../ui/required.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { useForm } from '../../ui/use-form.ts';
import { treatmentForText } from '../appointments/treatment-text.ts';
import { EmailsOff, reasonHint } from './emails-off.tsx';
import { cancelledText } from './refund-words.ts';
import { LaterStay, SeriesChoice, SeriesList } from './series-choice.tsx';
import { othersOf, skippedLines } from './series-words.ts';
import { showsAppointments } from './shows-appointments.ts';
import { useChangeMeanwhile } from './use-change-meanwhile.ts';
import { type Target, whose } from './whose.ts';

export type ChangeDialogProps = RowDialogProps & {
  booking: Pick<Booking, 'treatment' | 'appointmentDate' | 'slot' | 'version'> & Target;
  /** The change is made. */
  onDone: () => void;
};

/**
 * Says what is refunded and until when cancelling is free of charge, and cancels. Asks staff for a reason. If somebody
 * else moves or cancels the appointment meanwhile, it says so. Give each opening a new `key`.
 */
export function CancelDialog({ booking, onDone, ...dialog }: ChangeDialogProps) {
  const [isTogether, setIsTogether] = useState(false);
  const { _id: id, token, version, treatment } = booking;
  const user = useQuery({ ...sessionQuery, enabled: token === undefined }).data;
  const cancel = useMutation({
    mutationFn: async ({
      reason,
      together,
    }: {
      reason: string | undefined;
      together: CancellableSeries | undefined;
    }) =>
      token === undefined
        ? await client.booking.cancel({
            id,
            version,
            ...(reason && { reason }),
            ...(together && { also: othersOf(together, id) }),
          })
        : await client.visit.cancel({ token, version }),
    onSuccess: (answer, { reason, together }) => {
      const done = 'series' in answer ? answer.series : undefined;
      const of = done ? { refunds: done.refunds, count: done.cancelled.length } : { refunds: [answer.refund] };
      const skipped = done && together ? skippedLines(done, together) : [];
      // Only staff give a reason.
      const said = cancelledText(of, reason === undefined ? 'patient' : 'staff');
      toast.success([said, ...(skipped.length > 0 ? ['Not cancelled:', ...skipped] : [])].join(' '));
      onDone();
    },
    onError: (error) => {
      if (!dialog.open) toast.error(failureMessage(error));
    },
    // Also after a failure: it may have been moved meanwhile, and the page behind then shows its new time.
    meta: { refetches: showsAppointments },
  });
  // Not while it is being cancelled: a live event asks for everything about bookings again.
  const isUndecided = dialog.open && !cancel.isPending && !cancel.isSuccess;
  const change = useChangeMeanwhile(booking, { isWatched: isUndecided });
  const preview = useQuery({
    queryKey:
      token === undefined
        ? api.booking.cancellation.key({ input: { id } })
        : api.visit.cancellation.key({ input: { token } }),
    queryFn: ({
      signal,
    }): Promise<
      CancellationPreview & { series?: CancellableSeries | undefined; laterInSeries?: number | undefined }
    > =>
      token === undefined
        ? client.booking.cancellation({ id }, { signal })
        : client.visit.cancellation({ token }, { signal }),
    enabled: isUndecided,
    staleTime: 0,
    gcTime: 0,
  });
  const series = preview.data?.series;
  const together = isTogether ? series : undefined;
  const needsReason = preview.data?.needsReason === true;
  const send = (reason?: string): void => {
    if (!change) cancel.mutate({ reason, together });
  };
  const form = useForm({
    rules: { reason: notBlank('Please give a reason.') },
    onSubmit: ({ reason }) => send(reason.trim()),
  });
  const isRefused = !preview.data && readFailure(preview.error).kind === 'refused';
  const problem = change ?? failureMessage(cancel.error);
  return (
    <LazyDialog
      {...dialog}
      onPhones="panel"
      title={together ? `Cancel ${together.appointments.length} appointments?` : 'Cancel this appointment?'}
      description={`${treatmentForText(treatment, whose(booking, user).name)} on ${booking.appointmentDate}, ${booking.slot}`}
      footer={
        <>
          <Button data-first-focus="" variant="secondary" onClick={dialog.onClose}>
            {change ? 'Close' : together ? 'Keep them' : 'Keep it'}
          </Button>
          <Button
            {...(needsReason ? { type: 'submit', form: form.id } : { onClick: () => send() })}
            variant="danger"
            disabled={!preview.data}
            // Not `disabled`, so that it can keep the focus.
            aria-disabled={change !== undefined || undefined}
            busy={cancel.isPending}
          >
            {together ? `Cancel ${together.appointments.length} appointments` : 'Cancel appointment'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {series && !change && <SeriesChoice series={series} isTogether={isTogether} onChange={setIsTogether} />}
        <div role="status">
          {preview.data && !change && <p>{(together ?? preview.data).message}</p>}
          {isRefused && <p>{failureMessage(preview.error)}</p>}
        </div>
        {together && !change && <SeriesList {...together} />}
        {preview.data?.laterInSeries !== undefined && !change && <LaterStay count={preview.data.laterInSeries} />}
        {preview.isPending && (
          <div>
            <LateNotice query={preview} />
            <Skeleton className="h-6 w-4/5" />
          </div>
        )}
        {preview.isError && !preview.data && !isRefused && (
          <ErrorState
            query={preview}
            message="We could not check what would be refunded. Please try again in a moment."
          />
        )}
        {token === undefined && needsReason && !change && (
          <Form of={form} className="grid gap-5">
            <EmailsOff {...booking} />
            <TextArea
              label="Reason"
              {...form.field('reason')}
              hint={reasonHint(booking.emails)}
              maxLength={500}
              required
            />
          </Form>
        )}
      </div>
      <div className={problem && !(change && preview.data) ? 'mt-5' : undefined}>
        <FormError message={problem} />
      </div>
    </LazyDialog>
  );
}

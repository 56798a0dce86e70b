import type { AgendaAppointment } from '@openhours/contract/agenda.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { EmailsOff } from '../booking/emails-off.tsx';

/** Where an appointment was dragged to. */
export type Drop = {
  appointment: AgendaAppointment;
  optionId: string;
  date: string;
  startMinute: number;
  slot: string;
  whose: string;
};

/** Asks before an appointment that was dragged is moved, and says whether the patient gets an email. */
export function ConfirmMoveDialog({
  drop,
  change,
  ...dialog
}: RowDialogProps & {
  drop: Drop;
  /** Why it can probably no longer be moved there, if something has changed since it was dragged. */
  change: string | undefined;
}) {
  const { appointment, optionId, date, slot, whose } = drop;
  const body = {
    id: appointment._id,
    appointmentDate: mediumDateFromIso(date),
    slot,
    optionId,
    version: appointment.version,
  };
  const move = useIdempotentMutation({
    mutationFn: (_: void, once) => client.booking.move(body, once),
    onSuccess: () => {
      toast.success(`${appointment.patient}: moved to ${slot}.`);
      dialog.onClose();
    },
    meta: { refetches: [api.agenda] },
  });
  return (
    <QuestionDialog
      {...dialog}
      title={`Move ${appointment.patient}?`}
      description={`To ${mediumDateFromIso(date)}, ${slot}, ${whose}.${appointment.emails === 'on' ? ' The patient gets an email.' : ''}`}
      action="Move appointment"
      variant="primary"
      cancelLabel="Leave it"
      busy={move.isPending}
      // The move itself is a change, too, and its event can arrive before its answer.
      message={move.isIdle ? change : failureMessage(move.error)}
      onConfirm={() => move.mutate()}
    >
      <EmailsOff {...appointment} />
    </QuestionDialog>
  );
}

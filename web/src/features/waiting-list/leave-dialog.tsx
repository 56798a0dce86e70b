import type { WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { treatmentForText } from '../appointments/treatment-text.ts';
import { requestText } from './entry-words.ts';

/** Asks for confirmation and removes the reader from the waiting list. */
export function LeaveDialog({ entry, ...dialog }: RowDialogProps & { entry: WaitingListEntry }) {
  const queryClient = useQueryClient();
  const { treatment, isForSomebodyElse, patient } = entry;
  const leave = useMutation({
    mutationFn: () => client.waitingList.leave({ id: entry._id }),
    onSuccess: () => {
      toast.success('You have been removed from the waiting list.');
      dialog.onClose();
    },
    onSettled: () => invalidate(queryClient, api.waitingList),
  });
  return (
    <QuestionDialog
      {...dialog}
      title="Leave the waiting list?"
      description={`${treatmentForText(treatment, isForSomebodyElse ? patient : undefined)}: ${requestText(entry)}`}
      action="Remove"
      busy={leave.isPending}
      message={failureMessage(leave.error)}
      onConfirm={() => leave.mutate()}
    >
      <p>
        {entry.offer
          ? 'You give up your place on the list, and the time that is offered to you.'
          : 'You give up your place on the list. If you join again, you are asked after everybody who waits now.'}
      </p>
    </QuestionDialog>
  );
}

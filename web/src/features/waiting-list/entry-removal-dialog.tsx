import type { ListedEntry } from '@openhours/contract/waiting-list.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

/** Asks for confirmation and removes somebody from the waiting list. */
export function EntryRemovalDialog({ entry, ...dialog }: RowDialogProps & { entry: ListedEntry }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.waitingList.remove({ id: entry._id }),
    onSuccess: () => {
      toast.success(`${entry.patient} was removed from the waiting list.`);
      dialog.onClose();
    },
    onSettled: () => invalidate(queryClient, api.waitingList),
  });
  return (
    <QuestionDialog
      {...dialog}
      title="Remove them from the waiting list?"
      description={`${entry.patient} is waiting for ${entry.treatment}. They get no message, and any open offer to them is withdrawn.`}
      action="Remove"
      busy={remove.isPending}
      message={failureMessage(remove.error)}
      onConfirm={() => remove.mutate()}
    />
  );
}

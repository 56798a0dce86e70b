import type { AgendaBlock } from '@openhours/contract/agenda.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

/** A block, and the button that ends it. */
export function EndBlockDialog({ block, ...dialog }: RowDialogProps & { block: AgendaBlock }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.agenda.unblock({ id: block._id }),
    onSuccess: () => {
      toast.success('The time can be booked again.');
      dialog.onClose();
    },
    onSettled: () => invalidate(queryClient, api.agenda),
  });
  return (
    <QuestionDialog
      {...dialog}
      title={block.reason}
      description={`Blocked: ${slotLabel(block)}`}
      action="Unblock time"
      variant="primary"
      cancelLabel="Close"
      busy={end.isPending}
      message={failureMessage(end.error)}
      onConfirm={() => end.mutate()}
    />
  );
}

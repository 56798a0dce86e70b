import type { AgendaDay } from '@openhours/contract/agenda.ts';
import { closureDays } from '@openhours/contract/closure-days.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

export type Away = NonNullable<AgendaDay['away']>;

/** When and why a doctor is away, and the button that ends it. */
export function EndAwayDialog({ away, whose, ...dialog }: RowDialogProps & { away: Away; whose: string }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.closures.remove({ id: away._id }, { context: { bearer: true } }),
    onSuccess: () => {
      toast.success('The time can be booked again.');
      dialog.onClose();
    },
    onSettled: () => invalidate(queryClient, api.agenda, api.closures, api.schedule, api.availability),
  });
  return (
    <QuestionDialog
      {...dialog}
      title={`${whose} is away`}
      description={`${closureDays(away)}: ${away.reason}`}
      action="Open this time again"
      variant="primary"
      cancelLabel="Close"
      busy={end.isPending}
      message={end.error ? failureMessage(end.error) : undefined}
      onConfirm={() => end.mutate()}
    />
  );
}

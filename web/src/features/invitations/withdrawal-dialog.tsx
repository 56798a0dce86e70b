import type { Invitation } from '@openhours/contract/invitations.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

/** Asks for confirmation and withdraws an invitation. */
export function WithdrawalDialog({ invitation, ...dialog }: RowDialogProps & { invitation: Invitation }) {
  const { _id, name, email } = invitation;
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => client.invitations.withdraw({ id: _id }),
    onSuccess: () => {
      toast.success(`The invitation for ${name} is withdrawn.`);
      dialog.onClose();
    },
    onSettled: () => invalidate(queryClient, api.invitations, api.audit),
  });
  return (
    <QuestionDialog
      {...dialog}
      title="Withdraw the invitation?"
      description={`The link that ${email} received will stop working.`}
      action="Withdraw"
      busy={withdraw.isPending}
      message={failureMessage(withdraw.error)}
      onConfirm={() => withdraw.mutate()}
    />
  );
}

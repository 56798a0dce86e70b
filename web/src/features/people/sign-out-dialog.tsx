import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

/** Asks before signing a person out everywhere. */
export function SignOutDialog({ person, ...dialog }: RowDialogProps & { person: { _id: string; name: string } }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.people.endSessions({ id: person._id }),
    onSuccess: ({ deletedCount }) => {
      toast.success(
        deletedCount > 0 ? `${person.name} is signed out everywhere.` : `${person.name} was not signed in anywhere.`,
      );
      dialog.onClose();
    },
    onSettled: () => invalidate(queryClient, api.audit),
  });
  return (
    <QuestionDialog
      {...dialog}
      title={`Sign ${person.name} out everywhere?`}
      description="They have to log in again on every browser and device, and their calendar feed ends. If somebody else knows their password, ask them to change it."
      action="Sign out everywhere"
      busy={end.isPending}
      message={failureMessage(end.error)}
      onConfirm={() => end.mutate()}
    />
  );
}

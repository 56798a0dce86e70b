import type { Dependant } from '@openhours/contract/dependants.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

/** Asks before somebody is removed. */
export function DependantRemovalDialog({ dependant, ...dialog }: RowDialogProps & { dependant: Dependant }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.dependants.remove({ id: dependant._id }),
    onSuccess: () => {
      toast.success(`${dependant.name} was removed.`);
      dialog.onClose();
    },
    onSettled: () => invalidate(queryClient, api.dependants),
  });
  return (
    <LazyDialog
      {...dialog}
      title={`Remove ${dependant.name}?`}
      footer={
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      }
    >
      <p className="wrap-anywhere">You can no longer book for them. Their past appointments stay on your list.</p>
      <FormError message={failureMessage(remove.error)} />
    </LazyDialog>
  );
}

import type { ListedEntry } from '@openhours/contract/waiting-list.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.ts';

/** Asks for confirmation and removes somebody from the waiting list. */
export function EntryRemovalDialog({
  open,
  entry,
  onClose,
  onRemoved,
  finalFocus,
}: {
  open: boolean;
  entry: ListedEntry;
  onClose: () => void;
  onRemoved: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const queryClient = useQueryClient();
  const keep = useRef<HTMLButtonElement>(null);
  const remove = useMutation({
    mutationFn: () => client.waitingList.remove({ id: entry._id }),
    onSuccess: () => {
      toast.success(`${entry.patient} was removed from the waiting list.`);
      onRemoved();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: api.waitingList.key() }),
  });
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      onPhones="panel"
      title="Remove them from the waiting list?"
      description={`${entry.patient} is waiting for ${entry.treatment}. They get no message, and any open offer to them is withdrawn.`}
      initialFocus={keep}
      finalFocus={finalFocus}
      footer={
        <>
          <Button ref={keep} variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </>
      }
    >
      {remove.error && <FormError message={failureMessage(remove.error)} />}
    </LazyDialog>
  );
}

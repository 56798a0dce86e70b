import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.ts';

/** Asks before signing a person out everywhere. */
export function SignOutDialog({
  open,
  person,
  onClose,
  landing,
}: {
  open: boolean;
  person: { _id: string; name: string };
  onClose: () => void;
  landing: RefObject<HTMLElement | null>;
}) {
  const queryClient = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const end = useMutation({
    mutationFn: () => client.people.endSessions({ id: person._id }, { context: { bearer: true } }),
    onSuccess: ({ deletedCount }) => {
      toast.success(
        deletedCount > 0 ? `${person.name} is signed out everywhere.` : `${person.name} was not signed in anywhere.`,
      );
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: api.audit.key() }),
  });
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      onPhones="panel"
      title={`Sign ${person.name} out everywhere?`}
      description="They have to log in again on every browser and device, and their calendar feed ends. If somebody else knows their password, ask them to change it."
      initialFocus={cancel}
      finalFocus={landing}
      footer={
        <>
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={end.isPending} onClick={() => end.mutate()}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      {end.error && <FormError message={failureMessage(end.error)} />}
    </LazyDialog>
  );
}

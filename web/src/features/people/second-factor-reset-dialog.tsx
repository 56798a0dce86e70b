import type { ListedPerson } from '@openhours/contract/people.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.ts';

/** Asks before removing the second factor of a person who has lost it. */
export function ResetDialog({
  open,
  person,
  onClose,
  onDone,
  landing,
}: {
  open: boolean;
  person: ListedPerson;
  onClose: () => void;
  /** The button in the list will disappear. */
  onDone: () => void;
  landing: RefObject<HTMLElement | null>;
}) {
  const queryClient = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const reset = useMutation({
    mutationFn: () => client.secondFactor.reset({ id: person._id }, { context: { bearer: true } }),
    onSuccess: ({ deletedCount }) => {
      if (deletedCount > 0) toast.success(`The second factor of ${person.name} is reset.`);
      else toast.error(`Nothing changed for ${person.name}. The list is now up to date.`);
      onDone();
    },
    onSettled: () => {
      for (const part of [api.people, api.secondFactor, api.audit]) {
        void queryClient.invalidateQueries({ queryKey: part.key() });
      }
    },
  });
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      onPhones="panel"
      title="Reset the second factor?"
      description={`${person.name} can then log in with the password alone, is signed out everywhere, and gets an email. First make sure that the request really comes from them.`}
      initialFocus={cancel}
      finalFocus={landing}
      footer={
        <>
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={reset.isPending} onClick={() => reset.mutate()}>
            Reset
          </Button>
        </>
      }
    >
      {reset.error && <FormError message={failureMessage(reset.error)} />}
    </LazyDialog>
  );
}

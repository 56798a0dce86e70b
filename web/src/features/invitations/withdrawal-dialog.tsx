import type { Invitation } from '@openhours/contract/invitations.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.ts';

/** Asks for confirmation and withdraws an invitation. */
export function WithdrawalDialog({
  open,
  invitation,
  onClose,
  onWithdrawn,
  finalFocus,
}: {
  open: boolean;
  invitation: Invitation;
  onClose: () => void;
  onWithdrawn: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const { _id, name, email } = invitation;
  const queryClient = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const withdraw = useMutation({
    mutationFn: () => client.invitations.withdraw({ id: _id }, { context: { bearer: true } }),
    onSuccess: () => {
      toast.success(`The invitation for ${name} is withdrawn.`);
      onWithdrawn();
    },
    onSettled: () => invalidate(queryClient, api.invitations, api.audit),
  });
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      onPhones="panel"
      title="Withdraw the invitation?"
      description={`The link that ${email} received will stop working.`}
      initialFocus={cancel}
      finalFocus={finalFocus}
      footer={
        <>
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw
          </Button>
        </>
      }
    >
      {withdraw.error && <FormError message={failureMessage(withdraw.error)} />}
    </LazyDialog>
  );
}

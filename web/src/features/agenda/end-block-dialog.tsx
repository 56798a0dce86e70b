import type { AgendaBlock } from '@openhours/contract/agenda.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { toast } from '../../ui/toast.ts';

export type EndBlockDialogProps = { open: boolean; block: AgendaBlock; onClose: () => void };

/** A block, and the button that ends it. */
export function EndBlockDialog({ open, block, onClose }: EndBlockDialogProps) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => client.agenda.unblock({ id: block._id }),
    onSuccess: () => {
      toast.success('The time can be booked again.');
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: api.agenda.key() }),
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={block.reason}
      description={`Blocked: ${slotLabel(block)}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button busy={end.isPending} onClick={() => end.mutate()}>
            Unblock time
          </Button>
        </>
      }
    >
      {end.isError && <FormError message={failureMessage(end.error)} />}
    </Dialog>
  );
}

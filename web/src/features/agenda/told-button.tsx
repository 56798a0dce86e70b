import type { Booking } from '@openhours/contract/booking.ts';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

type Change = { id: string; told: boolean; version: number };

/** Records that a patient who gets no emails knows of a change. A message says so, with a button that takes it back. */
export function ToldButton({ booking: { _id: id, version } }: { booking: Booking }) {
  const tell = useMutation({
    mutationFn: (change: Change) => client.booking.tell(change),
    onSuccess: ({ booking: { patient } }, change) => {
      if (change.told) {
        toast.success(`${patient} knows of the change.`, {
          action: { label: 'Undo', onPress: () => tell.mutate({ ...change, told: false }) },
        });
      } else toast.success(`${patient} is still to be called.`);
    },
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.agenda, api.booking], waits: true },
  });
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      busy={tell.isPending}
      onClick={() => tell.mutate({ id, told: true, version })}
    >
      The patient knows
    </Button>
  );
}

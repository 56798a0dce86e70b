import type { WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { refetch } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { requestText } from './entry-words.ts';

/** What the reader waits for, and the button that removes it. */
export function MyEntryCard({ entry }: { entry: WaitingListEntry }) {
  const queryClient = useQueryClient();
  const { _id, treatment, isForSomebodyElse, patient, earlierThan } = entry;
  const refresh = () => refetch(queryClient, api.waitingList);
  const leave = useMutation({
    mutationFn: () => client.waitingList.leave({ id: _id }),
    onSuccess: () => {
      toast.success('You have been removed from the waiting list.');
      document.querySelector<HTMLElement>('main h1')?.focus();
      return refresh();
    },
    onError: (error) => {
      toast.error(failureMessage(error));
      void refresh();
    },
  });
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4!">
      <div className="min-w-0">
        <p id={_id} className="font-semibold">
          {treatment}
          {isForSomebodyElse && ` for ${patient}`}
        </p>
        <p className="text-[0.9375rem] text-muted">{requestText(entry)}</p>
        {earlierThan && (
          <p className="text-[0.9375rem] text-muted">
            Earlier than {earlierThan.appointmentDate}, {earlierThan.slot}
          </p>
        )}
      </div>
      <Button variant="secondary" aria-describedby={_id} busy={leave.isPending} onClick={() => leave.mutate()}>
        Remove
      </Button>
    </Card>
  );
}

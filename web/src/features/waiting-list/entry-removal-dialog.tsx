import type { ListedEntry } from '@openhours/contract/waiting-list.ts';
import { api, client } from '../../api/client.ts';
import { ConfirmedCall } from '../../api/confirmed-call.tsx';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

/** Asks for confirmation and removes somebody from the waiting list. */
export function EntryRemovalDialog({ entry, ...dialog }: RowDialogProps & { entry: ListedEntry }) {
  return (
    <ConfirmedCall
      {...dialog}
      title="Remove them from the waiting list?"
      description={`${entry.patient} is waiting for ${entry.treatment}. They get no message, and any open offer to them is withdrawn.`}
      action="Remove"
      call={() => client.waitingList.remove({ id: entry._id })}
      success={() => `${entry.patient} was removed from the waiting list.`}
      refetches={[api.waitingList]}
    />
  );
}

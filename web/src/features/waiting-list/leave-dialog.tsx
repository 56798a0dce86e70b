import type { WaitingListEntry } from '@openhours/contract/waiting-list.ts';
import { api, client } from '../../api/client.ts';
import { ConfirmedCall } from '../../api/confirmed-call.tsx';
import type { RowDialogProps } from '../../ui/use-chosen.ts';
import { treatmentForText } from '../appointments/treatment-text.ts';
import { requestText } from './entry-words.ts';

/** Asks for confirmation and removes the reader from the waiting list. */
export function LeaveDialog({ entry, ...dialog }: RowDialogProps & { entry: WaitingListEntry }) {
  const { treatment, isForSomebodyElse, patient } = entry;
  return (
    <ConfirmedCall
      {...dialog}
      title="Leave the waiting list?"
      description={`${treatmentForText(treatment, isForSomebodyElse ? patient : undefined)}: ${requestText(entry)}`}
      action="Remove"
      call={() => client.waitingList.leave({ id: entry._id })}
      success={() => 'You have been removed from the waiting list.'}
      refetches={[api.waitingList]}
    >
      <p>
        {entry.offer
          ? 'You give up your place on the list, and the time that is offered to you.'
          : 'You give up your place on the list. If you join again, you are asked after everybody who waits now.'}
      </p>
    </ConfirmedCall>
  );
}

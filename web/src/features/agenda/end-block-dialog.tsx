import type { AgendaBlock } from '@openhours/contract/agenda.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { api, client } from '../../api/client.ts';
import { ConfirmedCall } from '../../api/confirmed-call.tsx';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

/** A block, and the button that ends it. */
export function EndBlockDialog({ block, ...dialog }: RowDialogProps & { block: AgendaBlock }) {
  return (
    <ConfirmedCall
      {...dialog}
      title={block.reason}
      description={`Blocked: ${slotLabel(block)}`}
      action="Unblock time"
      variant="primary"
      cancelLabel="Close"
      call={() => client.agenda.unblock({ id: block._id })}
      success={() => 'The time can be booked again.'}
      refetches={[api.agenda]}
    />
  );
}

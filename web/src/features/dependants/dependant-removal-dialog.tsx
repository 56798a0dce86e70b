import type { Dependant } from '@openhours/contract/dependants.ts';
import { api, client } from '../../api/client.ts';
import { ConfirmedCall } from '../../api/confirmed-call.tsx';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

/** Asks before somebody is removed. */
export function DependantRemovalDialog({ dependant, ...dialog }: RowDialogProps & { dependant: Dependant }) {
  return (
    <ConfirmedCall
      {...dialog}
      title={`Remove ${dependant.name}?`}
      description="You can no longer book for them. Their past appointments stay on your list."
      action="Remove"
      call={() => client.dependants.remove({ id: dependant._id })}
      success={() => `${dependant.name} was removed.`}
      refetches={[api.dependants]}
    />
  );
}

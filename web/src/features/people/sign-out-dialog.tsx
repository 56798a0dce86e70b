import { api, client } from '../../api/client.ts';
import { ConfirmedCall } from '../../api/confirmed-call.tsx';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

/** Asks before signing a person out everywhere. */
export function SignOutDialog({ person, ...dialog }: RowDialogProps & { person: { _id: string; name: string } }) {
  return (
    <ConfirmedCall
      {...dialog}
      title={`Sign ${person.name} out everywhere?`}
      description="They have to log in again on every browser and device, and their calendar feed ends. If somebody else knows their password, ask them to change it."
      action="Sign out everywhere"
      call={() => client.people.endSessions({ id: person._id })}
      success={({ deletedCount }) =>
        deletedCount > 0 ? `${person.name} is signed out everywhere.` : `${person.name} was not signed in anywhere.`
      }
      refetches={[api.audit]}
    />
  );
}

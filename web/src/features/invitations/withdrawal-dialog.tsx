import type { Invitation } from '@openhours/contract/invitations.ts';
import { api, client } from '../../api/client.ts';
import { ConfirmedCall } from '../../api/confirmed-call.tsx';
import type { RowDialogProps } from '../../ui/use-chosen.ts';

/** Asks for confirmation and withdraws an invitation. */
export function WithdrawalDialog({ invitation, ...dialog }: RowDialogProps & { invitation: Invitation }) {
  const { _id, name, email } = invitation;
  return (
    <ConfirmedCall
      {...dialog}
      title="Withdraw the invitation?"
      description={`The link that ${email} received will stop working.`}
      action="Withdraw"
      call={() => client.invitations.withdraw({ id: _id })}
      success={() => `The invitation for ${name} is withdrawn.`}
      refetches={[api.invitations, api.audit]}
    />
  );
}

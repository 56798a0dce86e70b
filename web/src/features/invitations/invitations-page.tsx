import type { Invitation } from '@openhours/contract/invitations.ts';
import { useQuery } from '@tanstack/react-query';
import MailPlus from 'lucide-react/icons/mail-plus';
import { api, client } from '../../api/client.ts';
import { ConfirmedCall } from '../../api/confirmed-call.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { InvitationCard } from './invitation-card.tsx';
import { InviteForm } from './invite-form.tsx';

/** Invitations to work at the clinic, for admins. */
export function Component() {
  const invitations = useQuery(api.invitations.list.queryOptions());
  const withdrawal = useChosen<Invitation>();
  return (
    <>
      <PageHeading title="Invitations">
        Invite doctors, the front desk and admins by email. They choose their own password with a link that is valid for
        seven days.
      </PageHeading>
      <div className="grid max-w-3xl gap-8">
        <Card className="p-4.5! sm:p-6!">
          <InviteForm />
        </Card>
        <Section id="waiting" title="Waiting for an answer">
          {invitations.data ? (
            invitations.data.length === 0 ? (
              <EmptyState icon={<MailPlus className="size-7" />} title="No open invitations">
                People whom you invite appear here until they accept.
              </EmptyState>
            ) : (
              <ul className="grid gap-4">
                {invitations.data.map((invitation) => (
                  <li key={invitation._id} className="min-w-0">
                    <InvitationCard invitation={invitation} onWithdraw={() => withdrawal.open(invitation)} />
                  </li>
                ))}
              </ul>
            )
          ) : (
            <WithoutData query={invitations} message="We could not load the invitations.">
              <Skeleton className="h-44 rounded-card!" />
            </WithoutData>
          )}
        </Section>
      </div>
      <ChosenDialog of={withdrawal}>
        {({ _id, name, email }, dialog) => (
          <ConfirmedCall
            {...dialog}
            title="Withdraw the invitation?"
            description={`The link that ${email} received will stop working.`}
            action="Withdraw"
            call={() => client.invitations.withdraw({ id: _id })}
            success={() => `The invitation for ${name} is withdrawn.`}
            refetches={[api.invitations, api.audit]}
          />
        )}
      </ChosenDialog>
    </>
  );
}

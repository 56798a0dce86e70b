import type { Invitation } from '@openhours/contract/invitations.ts';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { toast } from '../../ui/toast.ts';
import { roleLabels } from './invited-role.ts';

/** An open invitation, with buttons that send it again or withdraw it. */
export function InvitationCard({ invitation, onWithdraw }: { invitation: Invitation; onWithdraw: () => void }) {
  const { _id, name, email, role, specialties, invitedBy, sentAt, isExpired } = invitation;
  const resend = useMutation({
    mutationFn: () => client.invitations.resend({ id: _id }),
    onSuccess: () => toast.success(`We have sent the invitation to ${email} again.`),
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.invitations, api.audit] },
  });
  return (
    <Card className="grid gap-3 p-4.5! sm:p-6!">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg">
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {name}
          </span>
          {isExpired && <Badge>Expired</Badge>}
        </h3>
        <p className="mt-1 wrap-anywhere text-[0.9375rem] text-muted">
          <EmailText email={email} />
        </p>
        <p className="mt-1 text-[0.9375rem]">{[roleLabels[role], ...specialties].join(', ')}</p>
        <p className="mt-1 text-[0.9375rem] text-muted">
          Sent by {invitedBy} <RelativeTime instant={new Date(sentAt)} />
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" busy={resend.isPending} onClick={() => resend.mutate()}>
          Send again<span className="sr-only"> to {name}</span>
        </Button>
        <Button variant="quiet" size="small" onClick={onWithdraw}>
          Withdraw<span className="sr-only"> the invitation for {name}</span>
        </Button>
      </div>
    </Card>
  );
}

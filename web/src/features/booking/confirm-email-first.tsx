import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { UnconfirmedEmailNote } from '../profile/unconfirmed-email.tsx';

/** Asks somebody to confirm their address before they book, if the clinic requires that. Otherwise renders nothing. */
export function ConfirmEmailFirst({ className }: { className?: string }) {
  const { email, emailVerified } = useSignedInUser();
  const rules = useQuery(api.clinic.rules.queryOptions({ enabled: !emailVerified }));
  if (emailVerified || !rules.data?.confirmedEmailOnly) return null;
  return (
    <UnconfirmedEmailNote email={email} className={className}>
      {`Please confirm your email address first: open the link that we sent to ${email}.`}
    </UnconfirmedEmailNote>
  );
}

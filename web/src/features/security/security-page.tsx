import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { refetch } from '../../api/refetch-after.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { UnconfirmedEmail } from '../profile/unconfirmed-email.tsx';
import { AuthenticatorCard } from './authenticator-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { StaffRuleCard } from './staff-rule-card.tsx';

/** The person's second factor and, for admins, whether staff need one. */
export function Component() {
  const { email, emailVerified, isAdmin } = useSignedInUser();
  const queryClient = useQueryClient();
  const own = useQuery(api.secondFactor.own.queryOptions());
  const refresh = () => refetch(queryClient, api.secondFactor, queryKeys.session, queryKeys.signedInPlaces);
  const { data } = own;
  const hasOne = data !== undefined && (data.hasAuthenticator || data.passkeys.length > 0);
  return (
    <>
      <BackLink href={href.profile()}>Back to Profile</BackLink>
      <PageHeading title="Security">
        A second factor protects your account if somebody finds out your password.
      </PageHeading>
      {data ? (
        <div className="grid max-w-3xl gap-6">
          {data.required && (
            <div className="grid gap-3 rounded-card bg-amber-soft p-5 text-amber-ink">
              <p>
                {hasOne
                  ? 'Your clinic requires a second factor of its staff, and you have one.'
                  : 'Your clinic requires a second factor of its staff. Set up an app or a passkey to get back to your work.'}
              </p>
              {hasOne && (
                <LinkButton href={href.dashboard()} variant="secondary" className="justify-self-start">
                  Go to your dashboard
                </LinkButton>
              )}
            </div>
          )}
          {emailVerified || hasOne ? (
            <>
              <AuthenticatorCard isOn={data.hasAuthenticator} hasPassword={data.hasPassword} onChanged={refresh} />
              <PasskeysCard passkeys={data.passkeys} hasPassword={data.hasPassword} onChanged={refresh} />
            </>
          ) : (
            <UnconfirmedEmail email={email} untilThen="you cannot set up a second factor" />
          )}
          {isAdmin && <StaffRuleCard />}
        </div>
      ) : (
        <WithoutData query={own} message="We could not load your second factor.">
          <div aria-hidden="true" className="grid max-w-3xl gap-6">
            <Skeleton className="h-44 rounded-card!" />
            <Skeleton className="h-44 rounded-card!" />
          </div>
        </WithoutData>
      )}
    </>
  );
}

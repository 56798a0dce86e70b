import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, isNotFound } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { refetch } from '../../api/refetch-after.ts';
import { signOut } from '../../api/session.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { readStoredText, store } from '../../api/window-storage.ts';
import { linkSecret } from '../../link-secret.ts';
import { href, loginHrefWithReturn } from '../../pages.ts';
import { useAddress } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { roleNouns } from './invited-role.ts';
import { NewAccountForm } from './new-account-form.tsx';

/** The storage key of the code while the person logs in. The address of the login page must not contain the code. */
const storageKey = 'invitation';

/** The page that the emailed link opens. Everybody with the link can see it. */
export function Component() {
  const code = linkSecret('code', useAddress()) || readStoredText(storageKey);
  // The call only reads. It is a POST, so that the code is not logged as part of a URL.
  const invitation = useQuery({
    ...api.invitations.open.queryOptions({ input: { code } }),
    enabled: code !== '',
    // Do not refetch after accepting: the server would answer 404.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const session = useQuery(sessionQuery);
  // The person may open another invitation link in the same tab.
  const [accepted, setAccepted] = useState<string>();
  const isAccepted = accepted === code;
  const { data } = invitation;
  const role = data && roleNouns[data.role];
  return (
    <div className="mx-auto w-full max-w-lg">
      <PageHeading title={isAccepted ? 'Welcome!' : 'Your invitation'}>
        {data && !isAccepted ? `You are invited to work at the clinic as ${role}.` : undefined}
      </PageHeading>
      {isAccepted ? (
        <EmptyState
          title={`You are ${role} of the clinic now`}
          action={<LinkButton href={href.dashboard()}>Go to your dashboard</LinkButton>}
        >
          In <TextLink href={href.profile()}>your profile</TextLink>, choose which emails about appointments you get.
        </EmptyState>
      ) : data && !session.isPending ? (
        <Card>
          {!data.hasAccount ? (
            <NewAccountForm key={code} code={code} invitation={data} onAccepted={() => setAccepted(code)} />
          ) : session.data?.email === data.email ? (
            <AcceptHere
              key={code}
              code={code}
              email={data.email}
              role={roleNouns[data.role]}
              onAccepted={() => setAccepted(code)}
            />
          ) : (
            <SignInFirst code={code} email={data.email} signedInAs={session.data?.email} />
          )}
        </Card>
      ) : code === '' ? (
        <EmptyState title="This link is incomplete">Please open the link in your invitation email again.</EmptyState>
      ) : isNotFound(invitation.error) ? (
        <EmptyState
          title="This invitation is no longer valid"
          action={<LinkButton href={href.login()}>Log in</LinkButton>}
        >
          It was used or withdrawn, or it is older than seven days. If you accepted it before, log in. Otherwise, ask
          the clinic to send you a new one.
        </EmptyState>
      ) : (
        <WithoutData query={data ? session : invitation} message="We could not load your invitation.">
          <Skeleton className="h-96 rounded-card!" />
        </WithoutData>
      )}
    </div>
  );
}

/** For a person who is signed in with the invited address. */
function AcceptHere({
  code,
  email,
  role,
  onAccepted,
}: {
  code: string;
  email: string;
  role: string;
  onAccepted: () => void;
}) {
  const queryClient = useQueryClient();
  const accept = useIdempotentMutation({
    mutationFn: (body: { code: string }, once) => client.invitations.accept(body, once),
    onSuccess: async () => {
      await refetch(queryClient, sessionQuery.queryKey);
      onAccepted();
    },
  });
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        You are signed in as {email}. If you accept, you become {role} of the clinic with this account.
      </p>
      <FormError message={failureMessage(accept.error)} />
      <Button busy={accept.isPending} onClick={() => accept.mutate({ code })}>
        Accept the invitation
      </Button>
    </div>
  );
}

/** For a person with an account who is signed out or signed in with another address. */
function SignInFirst({ code, email, signedInAs }: { code: string; email: string; signedInAs: string | undefined }) {
  const [isLeaving, setIsLeaving] = useState(false);
  const login = loginHrefWithReturn(useAddress());
  const keepCode = () => store(storageKey, code);
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        {signedInAs
          ? `This invitation is for ${email}, and you are signed in as ${signedInAs}.`
          : `There is an account for ${email}. Log in to it to accept the invitation.`}
      </p>
      {signedInAs ? (
        <Button
          busy={isLeaving}
          onClick={() => {
            setIsLeaving(true);
            // signOut first deletes all that is stored, so store the code after that.
            void signOut(login).then(setIsLeaving);
            keepCode();
          }}
        >
          Use the other account
        </Button>
      ) : (
        <LinkButton href={login} onClick={keepCode}>
          Log in
        </LinkButton>
      )}
    </div>
  );
}

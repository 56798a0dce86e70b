import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session-query.ts';
import { linkSecret } from '../../link-secret.ts';
import { href } from '../../pages.ts';
import { useAddress } from '../../router.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountForm } from './account-form.tsx';
import { Progress } from './step-frame.tsx';
import { stepToContinueAt } from './steps.ts';
import { useSetupProgress } from './use-setup-progress.ts';

/**
 * Step 1 of the set-up: creates the first admin. A server without an admin prints the address of this page. An admin
 * continues at the step that comes next.
 */
export function Component() {
  const code = linkSecret('code', useAddress());
  const session = useQuery(sessionQuery);
  const isAdmin = session.data?.isAdmin === true;
  const found = useSetupProgress({ enabled: isAdmin });
  const isFirstStep = !isAdmin && code !== '';
  return (
    <div className="mx-auto w-full max-w-3xl">
      {isFirstStep && <Progress step={undefined} progress={undefined} />}
      <PageHeading title="Set up the clinic">
        {isFirstStep && "The first account is the admin's. Everything can be changed later."}
      </PageHeading>
      {session.isPending || (isAdmin && !found) ? (
        <Skeleton className="h-96 rounded-card!" />
      ) : found ? (
        <EmptyState
          title="You are the admin of this clinic"
          action={<LinkButton href={href.setupStep(stepToContinueAt(found.progress))}>Continue the set-up</LinkButton>}
        >
          What you have saved is kept. You can go on here, or on your dashboard.
        </EmptyState>
      ) : code === '' ? (
        <EmptyState
          title="This address is incomplete"
          action={!session.data && <LinkButton href={href.login({ next: href.setup() })}>Log in</LinkButton>}
        >
          Open the complete address that the server prints when it starts. If you already have the admin account, log
          in.
        </EmptyState>
      ) : (
        <AccountForm code={code} />
      )}
    </div>
  );
}

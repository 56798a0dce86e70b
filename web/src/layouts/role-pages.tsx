import { type ReactNode, useEffect, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { sessionQuery, useSignedInUser } from '../api/session-query.ts';
import { href } from '../pages.ts';
import { useOpenPage } from '../router.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { mayOpen } from './may-open.ts';

/** The audiences of pages for a role, in a message. */
const names = {
  admins: 'the admins of the clinic',
  doctors: 'the doctors of the clinic',
  'front-desk': 'the front desk of the clinic',
  staff: 'the doctors and the front desk of the clinic',
};

type RoleAudience = keyof typeof names;

/**
 * The guard of pages for a role: others see why, and nothing of the page is fetched. Before refusing, it refetches the
 * session, in case the role was just given. A page closes when the role is removed.
 */
export function RolePages({ audience, children }: { audience: RoleAudience; children: ReactNode }) {
  const isAllowed = mayOpen(audience, useSignedInUser());
  const { pathname } = useOpenPage();
  const [askedOn, setAskedOn] = useState<string>();
  useEffect(() => {
    if (isAllowed) return;
    void queryClient
      .fetchQuery({ ...sessionQuery, staleTime: 0 })
      .catch(() => undefined)
      .then(() => setAskedOn(pathname));
  }, [isAllowed, pathname]);
  if (isAllowed) return children;
  return askedOn === pathname ? <NotAllowedPage audience={names[audience]} /> : <ProgressBar />;
}

/** A page that requires another role. @param audience who may see it, as in 'the admins of the clinic' */
function NotAllowedPage({ audience }: { audience: string }) {
  return (
    <>
      <PageHeading title="You do not have access to this page">
        It is only for {audience}. If you need access, ask an admin.
      </PageHeading>
      <LinkButton href={href.dashboard()}>Go to your dashboard</LinkButton>
    </>
  );
}

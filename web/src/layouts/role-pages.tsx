import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import type { SessionUser } from '../api/session.ts';
import { sessionQuery, useSignedInUser } from '../api/session-query.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { NotAllowedPage } from './not-allowed-page.tsx';

/** The audience of a page, and its name in messages. */
type Audience = { readonly name: string; readonly includes: (user: SessionUser) => boolean };

const admins: Audience = { name: 'the admins of the clinic', includes: ({ isAdmin }) => isAdmin };
const authors: Audience = {
  name: 'the doctors of the clinic',
  includes: ({ isAdmin, isDoctor }) => isAdmin || isDoctor,
};
const frontDesk: Audience = {
  name: 'the front desk of the clinic',
  includes: ({ isAdmin, isFrontDesk }) => isAdmin || isFrontDesk,
};

/**
 * The guard of pages for a role: others see why, and nothing of the page is fetched. Before refusing, it refetches the
 * session, in case the role was just given. A page closes when the role is removed.
 */
function RolePages({ audience }: { audience: Audience }) {
  const isAllowed = audience.includes(useSignedInUser());
  const [hasAsked, setHasAsked] = useState(false);
  useEffect(() => {
    if (isAllowed) return;
    void queryClient
      .fetchQuery({ ...sessionQuery, staleTime: 0 })
      .catch(() => undefined)
      .then(() => setHasAsked(true));
  }, [isAllowed]);
  if (isAllowed) return <Outlet />;
  return hasAsked ? <NotAllowedPage audience={audience.name} /> : <ProgressBar />;
}

export const AdminPages = () => <RolePages audience={admins} />;
export const FrontDeskPages = () => <RolePages audience={frontDesk} />;
export const AuthorPages = () => <RolePages audience={authors} />;

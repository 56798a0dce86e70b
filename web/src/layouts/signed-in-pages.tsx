import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { keepAccessTokenFresh } from '../api/access-token.ts';
import { isSigningOut } from '../api/session.ts';
import { sessionQuery } from '../api/session-query.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Navigation } from './navigation.tsx';

/**
 * The guard: nobody passes who is not signed in. They go to the login page, which remembers where they wanted to be.
 */
export function SignedInPages() {
  const { data: user } = useSuspenseQuery(sessionQuery);
  const { pathname, search, hash } = useLocation();
  const email = user?.email;
  useEffect(() => {
    if (email === undefined) return;
    keepAccessTokenFresh(email);
    // After the page: nothing that is seen first waits for it.
    void import('../features/live/keep-live.ts').then(({ keepLive }) => keepLive()).catch(() => undefined);
  }, [email]);
  const leaves = email === undefined && !isSigningOut();
  useEffect(() => {
    if (leaves) location.replace(`/login?next=${encodeURIComponent(pathname + search + hash)}`);
  }, [leaves, pathname, search, hash]);
  if (email !== undefined) return <Outlet />;
  return (
    <>
      <Navigation path={pathname} />
      <ProgressBar />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { renewAccessTokenRegularly } from '../api/access-token.ts';
import { openLogin } from '../api/query-client.ts';
import { SignedInUser, sessionQuery } from '../api/session-query.ts';
import { throwWithoutData } from '../api/throw-without-data.ts';
import { useOpenPage } from '../router.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { Navigation } from './navigation.tsx';

/**
 * Admits signed-in people, and sends others to the login page, which leads back here. If a session ends, the page stays
 * until the login page opens, so that nothing unsaved is lost.
 * @param onEnter runs after the first page is shown, and again when another person signs in
 */
export function SignedInPages({ onEnter, children }: { onEnter: () => void; children: ReactNode }) {
  const { data, isPending } = useQuery({ ...sessionQuery, throwOnError: throwWithoutData });
  const [user, setUser] = useState(data);
  if (data && data !== user) setUser(data);
  const [hasWaited] = useState(isPending);
  const { pathname } = useOpenPage();
  const email = user?.email;
  useEffect(() => {
    if (email === undefined) return;
    renewAccessTokenRegularly(email);
    onEnter();
  }, [email, onEnter]);
  const isSignedOut = data === null;
  useEffect(() => {
    if (isSignedOut) openLogin();
  }, [isSignedOut]);
  const waiting = (
    <>
      <Navigation path={pathname} />
      <ProgressBar />
    </>
  );
  if (!user) return waiting;
  return (
    <SignedInUser value={user}>
      <LeaveQuestion />
      {
        // Without this boundary, React would wait for the page's script and show nothing new.
        hasWaited ? <Suspense fallback={waiting}>{children}</Suspense> : children
      }
    </SignedInUser>
  );
}

import { useEffect } from 'react';
import { fetchSession } from '../../api/session.ts';
import { safeNext } from './safe-next.ts';

/** Leaves a sign-in or sign-up page if someone is signed in already, for the address in `next`. */
export function useRedirectIfSignedIn(): void {
  useEffect(() => {
    if (document.documentElement.dataset.auth !== 'in') return;
    fetchSession().then(
      (user) => user && location.replace(safeNext(location.search)),
      () => undefined,
    );
  }, []);
}

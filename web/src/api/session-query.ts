import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { queryKeys } from './query-keys.ts';
import { fetchSession, type SessionUser } from './session.ts';

/** Who is signed in. Refetched after a minute. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: ({ signal }) => fetchSession(signal),
  staleTime: 60_000,
  meta: { logsFailureAs: 'Error fetching user data:' },
});

/** Set by the route guard (layouts/signed-in-pages.tsx). */
export const SignedInUser = createContext<SessionUser | null>(null);

/** The signed-in person. Only for pages below the route guard. */
export function useSignedInUser(): SessionUser {
  const user = useContext(SignedInUser);
  if (!user) throw new Error('Please sign in again.');
  return user;
}

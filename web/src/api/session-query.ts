import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';
import { fetchSession, type SessionUser } from './session.ts';

/** Who is signed in. Refetched after a minute. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: ({ signal }) => fetchSession(signal),
  staleTime: 60_000,
  meta: { logsFailureAs: 'Error fetching user data:' },
});

/** The signed-in person. Only for pages below the route guard. */
export function useSignedInUser(): SessionUser {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('Please sign in again.');
  return data;
}

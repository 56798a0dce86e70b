import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { fetchSession, type SessionUser } from './session.ts';

/** Who is signed in; asked again when it is older than a minute and something needs it. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => fetchSession(signal),
  staleTime: 60_000,
});

/** The signed-in person. Only below the route guard, which lets nobody else in. */
export function useSignedInUser(): SessionUser {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('Please sign in again.');
  return data;
}

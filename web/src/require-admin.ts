import { data, type MiddlewareFunction } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session-query.ts';

/**
 * The guard of the admin's pages, below `requireUser`: whoever is no admin is told so, and nothing of the page is
 * fetched. Before it says no it asks once more, for the role may have been given a moment ago.
 */
export const requireAdmin: MiddlewareFunction = async (_, next) => {
  const known = await queryClient.ensureQueryData(sessionQuery);
  const user = known?.isAdmin ? known : await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (!user?.isAdmin) throw data('the admins of the clinic', { status: 403 });
  return next();
};

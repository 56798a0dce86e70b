import { data, type MiddlewareFunction } from 'react-router';
import { queryClient } from './api/query-client.ts';
import type { SessionUser } from './api/session.ts';
import { sessionQuery } from './api/session-query.ts';

/** Whom a page is for: how they are called when someone else comes, and who they are. */
export type Audience = { readonly name: string; readonly includes: (user: SessionUser) => boolean };

export const admins: Audience = { name: 'the admins of the clinic', includes: ({ isAdmin }) => isAdmin };
export const authors: Audience = {
  name: 'the doctors of the clinic',
  includes: ({ isAdmin, isDoctor }) => isAdmin || isDoctor,
};

/**
 * The guard of pages for a role, below `requireUser`: whoever lacks it is told so, and nothing of the page is fetched.
 * Before it says no it asks once more, for the role may have been given a moment ago.
 */
export function requireRole(audience: Audience): MiddlewareFunction {
  return async (_, next) => {
    const known = await queryClient.ensureQueryData(sessionQuery);
    const user = known && audience.includes(known) ? known : await askAnew();
    if (!user || !audience.includes(user)) throw data(audience.name, { status: 403 });
    return next();
  };
}

function askAnew(): Promise<SessionUser | null> {
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

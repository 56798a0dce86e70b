import { type MiddlewareFunction, redirectDocument } from 'react-router';
import { keepAccessTokenFresh } from './api/access-token.ts';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session-query.ts';

/**
 * The route guard: nobody passes who is not signed in. They go to the login page, which remembers where they wanted
 * to be, the part after `#` included (it is not in the request, only in the address bar on a first load).
 */
export const requireUser: MiddlewareFunction = async ({ request }, next) => {
  const user = await queryClient.ensureQueryData({ ...sessionQuery, revalidateIfStale: true });
  if (!user) {
    const { pathname, search } = new URL(request.url);
    const hash = location.pathname === pathname ? location.hash : '';
    throw redirectDocument(`/login?next=${encodeURIComponent(pathname + search + hash)}`);
  }
  keepAccessTokenFresh(user.email);
  // After the page: nothing that is seen first waits for it.
  void import('./features/live/keep-live.ts').then(({ keepLive }) => keepLive()).catch(() => undefined);
  return next();
};

import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isStillSignedIn } from './session.ts';

/**
 * The one cache of server state. Queries retry three times, 1 s doubling up to 30 s, which are the library's own
 * defaults and the specification's; what the server refused on purpose (4xx) is not asked again.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (statusOf(error) === 401) void leaveIfSignedOut();
      // A role was taken away: menu and guards follow.
      if (statusOf(error) === 403) void queryClient.invalidateQueries({ queryKey: ['session'] });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 3 && !isRefusal(statusOf(error)),
    },
  },
});

let leaving: Promise<boolean> | undefined;

/**
 * For when something says that the session has ended. If so, goes to the login page, and back here afterwards; if not,
 * asks again what was refused. Answers whether the page stays.
 */
export function leaveIfSignedOut(): Promise<boolean> {
  leaving ??= decide().finally(() => {
    leaving = undefined;
  });
  return leaving;
}

async function decide(): Promise<boolean> {
  if (await isStillSignedIn().catch(() => false)) {
    void queryClient.refetchQueries({ predicate: ({ state }) => statusOf(state.error) === 401 });
    return true;
  }
  location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search + location.hash)}`);
  return false;
}

function statusOf(error: unknown): number | undefined {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'status') : undefined;
  return typeof status === 'number' ? status : undefined;
}

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

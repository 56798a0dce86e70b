import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Refetches what is shown of these calls or groups of calls, without waiting: `invalidate(queryClient, api.people)`. */
export function invalidate(queryClient: QueryClient, ...calls: readonly { key: () => QueryKey }[]): void {
  for (const call of calls) void queryClient.invalidateQueries({ queryKey: call.key() });
}

import type { QueryClient } from '@tanstack/react-query';
import { refetch, type Shown } from './refetch.ts';

/**
 * For a mutation's `onSettled`: refetches what it may have changed. After a success the mutation stays pending until the
 * answers have arrived, so that a button stays busy until the page shows the change. After a failure it does not wait:
 * while the server cannot be reached, the refetch goes on for seconds, or until the browser is online again.
 */
export function refetchAfter(queryClient: QueryClient, ...shown: readonly Shown[]) {
  return (_data: unknown, error: unknown): Promise<unknown> | undefined => {
    const refetched = refetch(queryClient, ...shown);
    return error ? undefined : refetched;
  };
}

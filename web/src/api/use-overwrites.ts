import { type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * For a query whose cache is also changed by hand. The answer to a request restores what was there when the request began, so
 * a change that was made meanwhile is lost.
 *
 * @param onLost called after that answer: it fetches again
 * @returns a function to call with each change
 */
export function useOverwrites(queryKey: QueryKey, onLost: () => void): () => void {
  const queryClient = useQueryClient();
  const list = { queryKey, exact: true };
  const isFetching = useIsFetching(list) > 0;
  const hasWritten = useRef(false);
  const repair = useEffectEvent(onLost);
  useEffect(() => {
    if (isFetching || !hasWritten.current) return;
    hasWritten.current = false;
    repair();
  }, [isFetching]);
  return () => {
    if (queryClient.isFetching(list) > 0) hasWritten.current = true;
  };
}

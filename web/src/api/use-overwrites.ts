import { type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * For an infinite query whose cache is also changed by hand: the answer to a request for another page restores the pages
 * as they were when the request began.
 *
 * @param onLost called when a change was lost in that way: it fetches the pages again
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

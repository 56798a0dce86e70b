import { type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * For a list of pages that is also written to: the answer to a request for another page brings back the pages as they
 * were when it began. Call the returned function with each write; `repair` runs after a request that undid one.
 */
export function useOverwrites(queryKey: QueryKey, repair: () => void): () => void {
  const queryClient = useQueryClient();
  const list = { queryKey, exact: true };
  const isFetching = useIsFetching(list) > 0;
  const isUndone = useRef(false);
  const end = useEffectEvent(() => {
    if (!isUndone.current) return;
    isUndone.current = false;
    repair();
  });
  useEffect(() => {
    if (!isFetching) end();
  }, [isFetching]);
  return () => {
    if (queryClient.isFetching(list) > 0) isUndone.current = true;
  };
}

import { type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

/**
 * For an infinite query whose cache is also changed by hand: the answer to a request for another page restores the pages
 * as they were when the request began. Call `noteWrite` with each change. When `undone` grows, a change was lost: refetch.
 */
export function useOverwrites(queryKey: QueryKey): { noteWrite: () => void; undone: number } {
  const queryClient = useQueryClient();
  const list = { queryKey, exact: true };
  const isFetching = useIsFetching(list) > 0;
  const hasWritten = useRef(false);
  const [undone, setUndone] = useState(0);
  useEffect(() => {
    if (isFetching || !hasWritten.current) return;
    hasWritten.current = false;
    setUndone((count) => count + 1);
  }, [isFetching]);
  return {
    noteWrite: () => {
      if (queryClient.isFetching(list) > 0) hasWritten.current = true;
    },
    undone,
  };
}

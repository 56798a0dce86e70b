import { type QueryKey, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

/**
 * For a list of pages that is also written to: the answer to a request for another page brings back the pages as they
 * were when it began. Call `noteWrite` with each write. `undone` counts the requests that undid one, so that an effect can
 * repair the list.
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

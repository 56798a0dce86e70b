import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { SlowNotice, slowMillis } from '../ui/slow-notice.tsx';

/**
 * Shown when an attempt to load a page's data takes too long, also a repeated one. Attempts that fail at once do not
 * count: the page says that it is trying again.
 */
export function SlowServer() {
  const failures = useFailuresOfFirstLoads();
  return failures === undefined ? null : <AfterAWhile key={failures} />;
}

/** The number of failed attempts of the queries that load for the first time; undefined if no query does. */
function useFailuresOfFirstLoads(): number | undefined {
  const queries = useQueryClient().getQueryCache();
  const subscribe = useCallback(
    (onChange: () => void) => queries.subscribe(notifyManager.batchCalls(onChange)),
    [queries],
  );
  return useSyncExternalStore(subscribe, () => {
    const loading = queries
      .getAll()
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    if (loading.length === 0) return undefined;
    return loading.reduce((failures, { state }) => failures + state.fetchFailureCount, 0);
  });
}

export function AfterAWhile() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsSlow(true), slowMillis);
    return () => window.clearTimeout(timer);
  }, []);
  return isSlow ? <SlowNotice /> : null;
}

import type { QueryClient, QueryKey } from '@tanstack/react-query';

const edited = 'edited-clinic';

/**
 * For the query of an editor, which loads the current values once and does not refetch them while a user edits. Its
 * entry in the cache is its own: others read the same values under the key of the call, keep them longer and refetch
 * them.
 */
export function whileEditing(keyOfReaders: QueryKey) {
  return { queryKey: [edited, ...keyOfReaders], gcTime: 0, staleTime: Number.POSITIVE_INFINITY };
}

/**
 * Gives the editor that saved the answer. The clinic's rules, hours, facts and legal texts share one version: the others
 * that were loaded with `from` get the new one, so that each can be saved. Those with an older version do not: they lack
 * what somebody else saved in between, and the server says so when they are saved.
 *
 * @param from the version that the save was based on
 */
export function setClinicSaved(
  queryClient: QueryClient,
  saved: { queryKey: QueryKey },
  { from, answer }: { from: number | undefined; answer: Readonly<Record<string, unknown>> & { version: number } },
): void {
  const { version } = answer;
  queryClient.setQueriesData<{ version: number }>({ queryKey: [edited] }, (loaded) =>
    loaded?.version === from ? { ...loaded, version } : loaded,
  );
  queryClient.setQueryData<object>(saved.queryKey, (loaded) => loaded && { ...loaded, ...answer });
}

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
 * Gives the editor that saved the answer. The clinic's rules, hours, facts and legal texts share one version: updates it
 * in all that are being edited, so that each can be saved.
 */
export function setClinicSaved(
  queryClient: QueryClient,
  saved: { queryKey: QueryKey },
  answer: Readonly<Record<string, unknown>> & { version: number },
): void {
  const { version } = answer;
  queryClient.setQueriesData<object>({ queryKey: [edited] }, (loaded) => loaded && { ...loaded, version });
  queryClient.setQueryData<object>(saved.queryKey, (loaded) => loaded && { ...loaded, ...answer });
}

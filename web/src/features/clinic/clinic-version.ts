import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { readFailure } from '../../api/failure.ts';
import { fieldOf } from '../../api/http.ts';

const edited = 'edited-clinic';

/**
 * For the query of an editor, which loads the current values once and does not refetch them while a user edits. It has a
 * key of its own, because other pages refetch the same values under the key of the call.
 */
export function whileEditing(keyOfReaders: QueryKey) {
  return { queryKey: [edited, ...keyOfReaders], gcTime: 0, staleTime: Number.POSITIVE_INFINITY };
}

/**
 * Writes the answer to a save into the cache of its editor. The clinic's rules, hours, facts and legal texts share one
 * version: other editors that were loaded with `from` get the new version, so that they can be saved. Those with an older
 * version keep it. They lack what somebody else has saved, and the server refuses to save them.
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

/** The version that somebody else saved meanwhile, if that is why a save was refused. */
export function versionSavedMeanwhile(error: unknown): number | undefined {
  const { code, data } = readFailure(error);
  const version = code === 'CHANGED_MEANWHILE' ? fieldOf(data, 'version') : undefined;
  return typeof version === 'number' ? version : undefined;
}

import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { setClinicVersion } from '../clinic/clinic-version.ts';

/** Loaded once, and not refetched while somebody edits. */
export const legalTextsQuery = api.legalTexts.get.queryOptions({ gcTime: 0, staleTime: Number.POSITIVE_INFINITY });

/** The legal texts have the version of the clinic. Updates it wherever it is loaded. */
export function setTextsVersion(queryClient: QueryClient, version: number): void {
  setClinicVersion(queryClient, version);
  queryClient.setQueryData(legalTextsQuery.queryKey, (texts) => texts && { ...texts, version });
}

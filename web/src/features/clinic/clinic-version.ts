import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Each editor loads the current values once and does not refetch them while a user edits. */
const whileEditing = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY };

export const rulesQuery = api.clinic.rules.queryOptions(whileEditing);
export const clinicHoursQuery = api.clinicHours.get.queryOptions(whileEditing);
export const clinicFactsQuery = api.clinicFacts.get.queryOptions(whileEditing);

/** The clinic's hours, rules and facts share one version. Updates it in all three, so that each can be saved. */
export function setClinicVersion(queryClient: QueryClient, version: number): void {
  queryClient.setQueryData(rulesQuery.queryKey, (rules) => rules && { ...rules, version });
  queryClient.setQueryData(clinicHoursQuery.queryKey, (hours) => hours && { ...hours, version });
  queryClient.setQueryData(clinicFactsQuery.queryKey, (facts) => facts && { ...facts, version });
}

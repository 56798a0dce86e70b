import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Editors start with what the server has now. It does not change while it is being edited. */
const whileEditing = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY };

export const rulesQuery = api.clinic.rules.queryOptions(whileEditing);
export const clinicHoursQuery = api.clinicHours.get.queryOptions(whileEditing);
export const clinicFactsQuery = api.clinicFacts.get.queryOptions(whileEditing);

/** Hours, rules and facts of the clinic share one version. After one of them is saved, the others can still be saved. */
export function setClinicVersion(queryClient: QueryClient, version: number): void {
  queryClient.setQueryData(rulesQuery.queryKey, (rules) => rules && { ...rules, version });
  queryClient.setQueryData(clinicHoursQuery.queryKey, (hours) => hours && { ...hours, version });
  queryClient.setQueryData(clinicFactsQuery.queryKey, (facts) => facts && { ...facts, version });
}

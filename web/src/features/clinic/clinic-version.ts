import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** What is edited is what the server has now, and stays what it is while somebody edits it. */
const whileEditing = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY };

export const rulesQuery = api.clinic.rules.queryOptions(whileEditing);
export const clinicHoursQuery = api.clinicHours.get.queryOptions(whileEditing);

/** Hours and rules of the clinic have one version: saving the ones is no change by somebody else of the others. */
export function setClinicVersion(queryClient: QueryClient, version: number): void {
  queryClient.setQueryData(rulesQuery.queryKey, (rules) => rules && { ...rules, version });
  queryClient.setQueryData(clinicHoursQuery.queryKey, (hours) => hours && { ...hours, version });
}

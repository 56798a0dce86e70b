import { api } from '../../api/client.ts';
import { whileEditing } from './clinic-version.ts';

export const rulesQuery = api.clinic.rules.queryOptions(whileEditing(api.clinic.rules.queryKey()));
export const clinicHoursQuery = api.clinicHours.get.queryOptions(whileEditing(api.clinicHours.get.queryKey()));
export const clinicFactsQuery = api.clinicFacts.get.queryOptions(whileEditing(api.clinicFacts.get.queryKey()));
export const legalTextsQuery = api.legalTexts.get.queryOptions(whileEditing(api.legalTexts.get.queryKey()));

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';

/** Why a patient cannot have another appointment: refusals that speak to the patient where they book themselves. */
export type PatientRefusal =
  | { readonly code: 'ALREADY_BOOKED' | 'ELSEWHERE' }
  | { readonly code: 'TOO_MANY_UNPAID'; readonly limit: number };

/** The message for the person who books for the patient. `date` is 'YYYY-MM-DD'. */
export function patientRefusalMessage(
  refusal: PatientRefusal,
  { patient, treatment, date, slot }: { patient: string; treatment: string; date: string; slot: string },
): string {
  const day = mediumDateFromIso(date);
  switch (refusal.code) {
    case 'ALREADY_BOOKED':
      return `${patient} already has an appointment for ${treatment} on ${day}.`;
    case 'ELSEWHERE':
      return `${patient} has another appointment at ${slot} on ${day}.`;
    case 'TOO_MANY_UNPAID':
      return `${patient} has ${refusal.limit} unpaid appointments. One of them must be paid before the next is booked.`;
  }
}

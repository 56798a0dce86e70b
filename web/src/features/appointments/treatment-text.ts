import { titledName } from '@openhours/contract/titled-name.ts';

/** 'Cardiology with Dr. Amara Nwosu'; 'Cardiology' without a named doctor. */
export function treatmentText({
  treatment,
  doctorName,
}: {
  treatment: string;
  doctorName?: string | undefined;
}): string {
  return doctorName ? `${treatment} with ${titledName(doctorName)}` : treatment;
}

/** 'Cardiology for Mia Rivera'; 'Cardiology' if the reader is treated. */
export function treatmentForText({
  treatment,
  isForSomebodyElse,
  patient,
}: {
  treatment: string;
  isForSomebodyElse: boolean;
  patient: string;
}): string {
  return isForSomebodyElse ? `${treatment} for ${patient}` : treatment;
}

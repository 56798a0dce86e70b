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

/** 'Cardiology for Mia Rivera'; 'Cardiology' without a name, if the reader is treated. */
export function treatmentForText(treatment: string, name: string | undefined): string {
  return name === undefined ? treatment : `${treatment} for ${name}`;
}

import { treatmentText } from './treatment-text.ts';

/** 'Sam Rivera: Cardiology with Dr. Amara Nwosu, 09:00 AM - 09:30 AM, every 2 weeks'. */
export function seriesText(series: {
  patient: string;
  treatment: string;
  doctorName: string | undefined;
  slot: string;
  everyWeeks: number;
}): string {
  const { patient, treatment, doctorName, slot, everyWeeks } = series;
  return `${patient}: ${treatmentText({ treatment, doctorName })}, ${slot}, ${everyWeeks === 1 ? 'every week' : `every ${everyWeeks} weeks`}`;
}

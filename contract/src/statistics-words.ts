import type { Statistics } from './statistics.ts';
import { titledName } from './titled-name.ts';

/** The names of the figures, on the page and in its file for spreadsheets. */
export const outcomeNames = {
  made: 'All',
  done: 'Seen',
  ahead: 'No outcome yet',
  noShow: 'No-shows',
  cancelled: 'Cancelled',
} as const;

/** Who cancelled, in the order in which they are listed. */
export const cancellers = ['patient', 'doctor', 'clinic', 'system'] as const;

export const cancelledByNames = {
  patient: 'by the patient',
  doctor: 'by the doctor',
  clinic: 'by the clinic',
  system: 'automatically',
} as const;

/** 'Dr. Maya Lindqvist', or 'Vaccination, on duty' without a named doctor. */
export function calendarName({ name, isDoctor }: Pick<Statistics['calendars'][number], 'name' | 'isDoctor'>): string {
  return isDoctor ? titledName(name) : `${name}, on duty`;
}

import type { BookingVersion } from '@openhours/contract/booking-state.ts';
import { titledName } from '@openhours/contract/titled-name.ts';

/** What happened to an appointment, who did it, and why: a line of its history. */
type HistoryLine = { what: string; who: string; why: string | undefined; at: string };

/** The history of an appointment in words, oldest first. */
export function historyLines(history: readonly BookingVersion[]): readonly HistoryLine[] {
  return history.map((version, index) => ({
    what: whatHappened(version, history[index - 1]),
    who: whoDidIt(version),
    // Patients are not shown the reason that they gave themselves.
    why: version.byReader && version.as === 'patient' ? undefined : version.reason,
    at: version.at,
  }));
}

/** What became of an appointment, for its patient. */
export const becameWords: Readonly<Record<BookingVersion['state'], string>> = {
  booked: 'Set back to booked',
  arrived: 'Arrived',
  'in-progress': 'With the doctor',
  done: 'Done',
  'no-show': 'Did not come',
  cancelled: 'Cancelled',
};

function whatHappened(version: BookingVersion, before: BookingVersion | undefined): string {
  if (!before) return 'Booked';
  if (version.state !== before.state) {
    return before.state === 'cancelled' ? 'Booked again' : becameWords[version.state];
  }
  const withWhom = version.doctorName === before.doctorName ? '' : withDoctor(version.doctorName);
  return `Moved to ${version.appointmentDate}, ${version.slot}${withWhom}`;
}

function withDoctor(doctorName: string | undefined): string {
  return doctorName ? `, with ${titledName(doctorName)}` : ', with the doctor on duty';
}

function whoDidIt({ as, by, byReader }: BookingVersion): string {
  if (byReader) return 'You';
  return by ?? { patient: 'The patient', doctor: 'The doctor', clinic: 'The clinic', system: 'Automatically' }[as];
}

import type { DoctorsOnDate, WorkingDoctor } from '@openhours/contract/clinic-hours.ts';
import type { TimeRange } from '../hours/typed-time.ts';

/** Whether there is nobody whom patients can book during these hours of a date. */
export function nobodyWorks(
  { withoutDoctor, doctors }: DoctorsOnDate,
  { hours, chosen }: { hours: readonly TimeRange[]; chosen: readonly WorkingDoctor[] },
): boolean {
  const overlaps = (others: readonly TimeRange[]) =>
    others.some((other) => hours.some(({ from, to }) => from < other.to && other.from < to));
  const works = (doctor: DoctorsOnDate['doctors'][number]) =>
    doctor.absence === undefined && (doctor.followsSpecialHours || isChosen(chosen, doctor) || overlaps(doctor.hours));
  return !overlaps(withoutDoctor) && !doctors.some(works);
}

/** Whether the doctor was chosen, and their hours have not changed since. */
export function isChosen(
  chosen: readonly WorkingDoctor[],
  { _id, version }: Pick<DoctorsOnDate['doctors'][number], '_id' | 'version'>,
): boolean {
  return chosen.some((one) => one.doctorId === _id && one.version === version);
}

/** What a doctor does on a date: 'Usually works 09:00 to 12:00.', 'Away: Training' */
export function ownHoursText({
  hours,
  isException,
  followsSpecialHours,
  absence,
}: Omit<DoctorsOnDate['doctors'][number], '_id' | 'name' | 'version'>): string {
  if (absence !== undefined) return `Away: ${absence}`;
  if (followsSpecialHours) return "Works during these hours. To change this, edit this doctor's own hours.";
  const times = hours.map(({ from, to }) => `${from} to ${to}`).join(', ');
  if (isException)
    return `Exception: ${times || 'day off'}. Choosing this doctor deletes it. Removing the date later does not restore it.`;
  return times === '' ? 'Does not usually work on this day.' : `Usually works ${times}.`;
}

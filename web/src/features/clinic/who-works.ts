import type { DoctorsOnDate } from '@openhours/contract/clinic-hours.ts';
import type { TimeRange } from '../hours/typed-time.ts';

/** Whether there is nobody whom patients can book during these hours of a date. */
export function nobodyWorks({ withoutDoctor, doctors }: DoctorsOnDate, hours: readonly TimeRange[]): boolean {
  const overlaps = (others: readonly TimeRange[]) =>
    others.some((other) => hours.some(({ from, to }) => from < other.to && other.from < to));
  const works = (doctor: DoctorsOnDate['doctors'][number]) =>
    doctor.absence === undefined && (doctor.isChosen || overlaps(doctor.hours));
  return !overlaps(withoutDoctor) && !doctors.some(works);
}

/** The doctors on a date if these are chosen. */
export function withChosen(on: DoctorsOnDate, doctorIds: readonly string[]): DoctorsOnDate {
  return { ...on, doctors: on.doctors.map((one) => ({ ...one, isChosen: doctorIds.includes(one._id) })) };
}

/** The chosen doctors after one was chosen or taken off. `undefined`: they are the saved ones. */
export function toggled(
  saved: DoctorsOnDate,
  { chosen, doctorId }: { chosen: readonly string[] | undefined; doctorId: string },
): string[] | undefined {
  const before = chosenOf(chosen ? withChosen(saved, chosen) : saved);
  const wanted = before.includes(doctorId) ? before.filter((id) => id !== doctorId) : [...before, doctorId];
  const after = chosenOf(withChosen(saved, wanted));
  return String(after) === String(chosenOf(saved)) ? undefined : after;
}

/** Whether a doctor can be chosen or taken off. Somebody who is away can be, if the saved choice or this one has them. */
export function canToggle(saved: DoctorsOnDate, { _id, absence, isChosen }: DoctorsOnDate['doctors'][number]): boolean {
  return absence === undefined || isChosen || chosenOf(saved).includes(_id);
}

function chosenOf({ doctors }: DoctorsOnDate): string[] {
  return doctors.flatMap(({ _id, isChosen }) => (isChosen ? _id : []));
}

/** What a doctor does on a date: 'Usually works 09:00 to 12:00.', 'Away: Training' */
export function ownHoursText({
  hours,
  isException,
  absence,
}: Pick<DoctorsOnDate['doctors'][number], 'hours' | 'isException' | 'absence'>): string {
  if (absence !== undefined) return `Away: ${absence}`;
  const times = hours.map(({ from, to }) => `${from} to ${to}`).join(', ');
  if (isException) return `Exception: ${times || 'day off'}.`;
  return times === '' ? 'Does not usually work on this day.' : `Usually works ${times}.`;
}

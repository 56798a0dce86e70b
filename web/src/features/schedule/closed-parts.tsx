import type { ClosedPart, DayAvailability } from '@openhours/contract/availability.ts';
import { timesOfDay } from '@openhours/contract/closure-days.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { useClinicMinute } from '../../clinic/clinic-minute.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { classNames } from '../../ui/class-names.ts';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import { whyNoTimes } from './why-no-times.ts';

/**
 * Says at which times of a day, 'YYYY-MM-DD', the clinic or the doctor is closed, and why, until these are over:
 * 'No appointments from 01:00 PM: Staff meeting'.
 */
export function ClosedParts({
  day,
  parts,
  className,
}: {
  day: string;
  parts: readonly ClosedPart[];
  className?: string;
}) {
  const now = { today: useClinicToday(), minute: useClinicMinute() };
  return notOver(parts, { day, now }).map(({ startMinute, minutes, reason }, at) => (
    // oxlint-disable-next-line no-array-index-key -- The clinic and the doctor can be closed from the same time on.
    <p key={at} className={classNames('text-sm text-muted', className)}>
      {unbrokenTimes(`No appointments${timesOfDay(startMinute, startMinute + minutes)}`)}:{' '}
      <span dir="auto" className="wrap-anywhere">
        {reason}
      </span>
    </p>
  ));
}

/** When the whole clinic is closed on the day of these options, each time once. */
export function closedOfClinic(options: readonly Pick<AppointmentOption, 'closed'>[]): readonly ClosedPart[] {
  const parts = options.flatMap(({ closed = [] }) => closed).filter(({ whose }) => whose === 'clinic');
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

type Now = { today: string; minute: number };

/**
 * Why an option has no free slots on a day, below the closed times of the whole clinic: empty if these already say why.
 */
export function reasonBelowClosings(
  { closed = [], ...day }: Pick<DayAvailability, 'date' | 'status' | 'closed'>,
  now: Now,
): string {
  const ofDoctor = closed.filter(({ whose }) => whose === 'doctor');
  const isSaidAbove = ofDoctor.length === 0 && notOver(closed, { day: day.date, now }).length > 0;
  if (day.status === 'closed' && isSaidAbove) return '';
  return whyNoTimes({ ...day, closed: ofDoctor.length > 0 ? ofDoctor : closed });
}

/** The closed times of a day that have not ended. */
export function notOver(parts: readonly ClosedPart[], { day, now }: { day: string; now: Now }): readonly ClosedPart[] {
  return parts.filter(({ startMinute, minutes }) => day !== now.today || now.minute < startMinute + minutes);
}

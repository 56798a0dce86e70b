import type { DoctorHours } from '@openhours/contract/hours.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { href } from '../../pages.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { longDay } from '../doctors/week.ts';

/** The special opening hours of the clinic during which a doctor was chosen to work. */
export function SpecialDates({
  hours: { doctorName, specialDates, specialOpening },
  today,
}: {
  hours: Pick<DoctorHours, 'doctorName' | 'specialDates' | 'specialOpening'>;
  today: string;
}) {
  if (specialDates.length === 0) return null;
  return (
    <div className="grid gap-1.5 rounded-control bg-sunken px-4 py-3 text-[0.9375rem]">
      <p>
        On the dates below, <span dir="auto">{titledName(doctorName)}</span> works during the special opening hours of
        the clinic. Weekly hours and exceptions have no effect then. For time off,{' '}
        <TextLink href={href.closingDays()}>enter an absence</TextLink>.
      </p>
      <ul className="text-muted">
        {specialDates.map((date) => (
          <li key={date}>
            {longDay(date, today)}
            {': '}
            {specialOpening
              .filter((one) => one.date === date)
              .map(({ from, to }) => `${from}\u00a0to\u00a0${to}`)
              .join(', ')}
          </li>
        ))}
      </ul>
    </div>
  );
}

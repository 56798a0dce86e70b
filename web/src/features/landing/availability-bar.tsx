import CalendarDays from 'lucide-react/icons/calendar-days';
import Clock from 'lucide-react/icons/clock';
import Stethoscope from 'lucide-react/icons/stethoscope';
import { When } from '../../clinic/facts.tsx';
import { NextFreeTimes } from './next-free-times.tsx';

const facts = [
  { label: 'Specialty', value: 'All four departments', icon: Stethoscope },
  { label: 'Day', value: 'Any day of the week', icon: CalendarDays },
  { label: 'Time', value: '9 in the morning to 5', icon: Clock },
];

/** The departments, and the clinic's next free times as links to book them. */
export function AvailabilityBar() {
  return (
    <section
      aria-labelledby="free-times-title"
      className="rounded-panel border border-line bg-surface p-6 shadow-lift sm:p-8"
    >
      <When is="demo">
        <dl className="mb-7 grid gap-5 border-b border-line pb-6 sm:grid-cols-3">
          {facts.map(({ label, value, icon: Icon }) => (
            <div key={label} className="sm:not-first:border-s sm:not-first:border-line sm:not-first:ps-6">
              <dt className="flex items-center gap-2 text-sm text-muted">
                <Icon className="size-4.5 shrink-0 text-pine" aria-hidden="true" />
                {label}
              </dt>
              <dd className="mt-0.5 text-lg font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </When>
      <h2 id="free-times-title" className="text-heading">
        Next free times
      </h2>
      <NextFreeTimes />
    </section>
  );
}

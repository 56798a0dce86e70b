import { CalendarDays, Clock, Stethoscope } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';

const facts = [
  { label: 'Specialty', value: 'All four departments', icon: Stethoscope },
  { label: 'Day', value: 'Any day of the week', icon: CalendarDays },
  { label: 'Time', value: '9 in the morning to 5', icon: Clock },
];
const halfHours = Array.from({ length: 16 }, (_, index) => index);
const takenInTheDrawing = new Set([1, 2, 5, 6, 10, 13]);

/** Shows how a day at the clinic is cut into half hours. It is a drawing: nothing in it can be pressed. */
export function AvailabilityBar() {
  return (
    <div className="rounded-panel border border-line bg-surface p-6 shadow-lift sm:p-8">
      <dl className="grid gap-5 sm:grid-cols-3">
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
      <div
        role="img"
        aria-label="A drawing of one day: sixteen half hours from 9 am to 5 pm, ten of them free."
        className="mt-7"
      >
        <div className="grid grid-cols-16 gap-1 sm:gap-1.5">
          {halfHours.map((index) => (
            <HalfHour key={index} isTaken={takenInTheDrawing.has(index)} className="h-9 rounded-md" />
          ))}
        </div>
        <div aria-hidden="true" className="mt-2 flex justify-between text-sm text-muted">
          <span>9 am</span>
          <span>11 am</span>
          <span>1 pm</span>
          <span>3 pm</span>
          <span>5 pm</span>
        </div>
        <div aria-hidden="true" className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          <span className="flex items-center gap-2">
            <HalfHour isTaken={false} className="size-3.5 rounded-sm" />
            Free
          </span>
          <span className="flex items-center gap-2">
            <HalfHour isTaken className="size-3.5 rounded-sm" />
            Taken
          </span>
          <span>An example: each box is half an hour.</span>
        </div>
      </div>
    </div>
  );
}

/** What is taken is crossed out: on paper and in the system's own colours the grounds are gone. */
function HalfHour({ isTaken, className }: { isTaken: boolean; className: string }) {
  if (!isTaken) return <span className={classNames('border border-pine bg-pine', className)} />;
  return (
    <span className={classNames('overflow-hidden border border-line-strong bg-sunken text-line-strong', className)}>
      <svg viewBox="0 0 10 10" preserveAspectRatio="none" className="size-full">
        <path d="M0 10 10 0" vectorEffect="non-scaling-stroke" stroke="currentColor" />
      </svg>
    </span>
  );
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { CalendarDays } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { nextFreeDay, type SpacesByDay } from './day-state.ts';

/** A day without a free slot: says so, and leads to the next one that has some. */
export function NothingFree({
  day,
  today,
  spaces,
  onChooseDay,
}: {
  day: string;
  today: string;
  /** Undefined while the clinic has not said which days are free. */
  spaces: SpacesByDay | undefined;
  onChooseDay: (day: string) => void;
}) {
  const next = spaces && nextFreeDay(day, spaces);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-card border border-dashed border-line-strong p-5">
      <div
        aria-hidden="true"
        className="grid size-12 shrink-0 place-items-center rounded-full bg-amber-soft text-amber-ink max-sm:hidden"
      >
        <CalendarDays className="size-6" strokeWidth={1.75} />
      </div>
      <div className="min-w-0 grow basis-64">
        <h2 className="text-heading">
          {day === today ? 'No appointments left today' : `No appointments left on ${mediumDateFromIso(day)}`}
        </h2>
        <p className="mt-1 text-muted">
          {spaces && !next ? 'All days are fully booked at the moment. Please look again later.' : 'Pick another day.'}
        </p>
      </div>
      {next && <Button onClick={() => onChooseDay(next)}>{`Next free day: ${mediumDateFromIso(next)}`}</Button>}
    </div>
  );
}

import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';

/**
 * A box of the calendar's height with its legend, so that nothing moves when the calendar loads: a month on wide
 * screens; a week on narrow ones, with the legend when the month is opened.
 */
export function CalendarFrame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Choose a day"
      className="group/frame mx-auto w-full rounded-card border border-line bg-surface p-1 shadow-card lg:max-w-82 lg:p-2"
    >
      <div className="min-h-30 lg:min-h-[22.25rem]">{children}</div>
      <ul
        aria-hidden="true"
        className="hidden flex-wrap gap-x-5 gap-y-1 px-2 pt-2 pb-1 text-sm text-muted group-has-data-month/frame:flex lg:flex"
      >
        <li className="flex items-center gap-2">
          <span className="size-3 rounded-full border-2 border-pine" /> Today
        </li>
        <li className="flex items-center gap-2">
          <span className="h-0.5 w-3 -rotate-12 rounded-full bg-amber forced-colors:bg-[CanvasText]" /> Fully booked
        </li>
      </ul>
    </section>
  );
}

export function CalendarOutline() {
  return <Skeleton className="h-30 lg:h-[22.25rem]" />;
}

import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';

/** A box of the calendar's final size, with what its signs mean: nothing moves when the calendar arrives. */
export function CalendarFrame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Choose a day"
      className="mx-auto w-full max-w-82 rounded-card border border-line bg-surface p-2 shadow-card"
    >
      <div className="min-h-[22.25rem]">{children}</div>
      <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 px-2 pt-2 pb-1 text-sm text-muted">
        <li className="flex items-center gap-2">
          <span className="size-3 rounded-full border-2 border-pine" /> Today
        </li>
        <li className="flex items-center gap-2">
          <span className="h-0.5 w-3 -rotate-12 rounded-full bg-amber" /> Fully booked
        </li>
      </ul>
    </section>
  );
}

export function CalendarOutline() {
  return <Skeleton className="h-[22.25rem]" />;
}

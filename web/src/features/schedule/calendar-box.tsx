import { lazy, Suspense } from 'react';
import { CalendarFrame, CalendarOutline } from './calendar-frame.tsx';
import type { CalendarFacts } from './day-state.ts';

const DayCalendar = lazy(() => import('./day-calendar.tsx').then(({ DayCalendar }) => ({ default: DayCalendar })));

/** The calendar, whose script comes when the page is there already. */
export function CalendarBox(props: { facts: CalendarFacts; onChoose: (day: string | undefined) => void }) {
  return (
    <CalendarFrame>
      <Suspense fallback={<CalendarOutline />}>
        <DayCalendar {...props} />
      </Suspense>
    </CalendarFrame>
  );
}

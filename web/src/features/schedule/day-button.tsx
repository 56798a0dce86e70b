import { memo } from 'react';
import { utcDate } from './civil-date.ts';
import type { DayState } from './day-state.ts';

/** A day of the calendar. A full day is struck through and enabled; a day off is grey and disabled. */
export const DayButton = memo(function DayButton({
  day,
  state,
  isToday,
  isChosen,
  isOpen,
  isTabStop,
  isOfOtherMonth,
}: {
  day: string;
  state: DayState;
  isToday: boolean;
  isChosen: boolean;
  isOpen: boolean;
  isTabStop: boolean;
  isOfOtherMonth: boolean;
}) {
  return (
    <button
      type="button"
      data-day={day}
      data-full={state === 'full' || undefined}
      data-today={isToday || undefined}
      data-chosen={isChosen || undefined}
      data-other={isOfOtherMonth || undefined}
      aria-label={dayName(day, { state, isToday, isChosen })}
      disabled={!isOpen}
      tabIndex={isTabStop ? 0 : -1}
      className="day-button"
    >
      {Number(day.slice(8))}
    </button>
  );
});

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** The accessible name of a day: 'Friday, November 27, fully booked'. */
function dayName(
  day: string,
  { state, isToday, isChosen }: { state: DayState; isToday: boolean; isChosen: boolean },
): string {
  const parts = [
    isToday && 'Today',
    dayFormat.format(utcDate(day)),
    state === 'full' && 'fully booked',
    state === 'no-hours' && 'no appointments',
    isChosen && 'selected',
  ];
  return parts.filter(Boolean).join(', ');
}

import { type ChevronProps, DayPicker, type Modifiers } from '@daypicker/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { isoFromLocalDate, localDateFromIso } from './civil-date.ts';
import { type CalendarFacts, dayState, isClickable, lastDay } from './day-state.ts';

const monthButton =
  'grid size-11 place-items-center rounded-control text-ink transition-colors duration-150 hover:bg-sunken ' +
  'aria-disabled:pointer-events-none aria-disabled:text-faint aria-disabled:opacity-40';

const looks = {
  root: '',
  months: 'relative',
  month: '',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: monthButton,
  button_next: monthButton,
  chevron: 'size-5 rtl:rotate-180',
  month_caption: 'grid h-11 place-items-center',
  caption_label: 'font-semibold',
  month_grid: 'mt-2 w-full table-fixed border-collapse',
  weekdays: '',
  weekday: 'h-9 text-sm font-medium text-muted',
  weeks: '',
  week: '',
  day: 'group h-11 p-0',
  day_button:
    'grid size-full min-h-11 place-items-center rounded-control border-2 border-transparent font-medium tabular-nums ' +
    'transition-colors duration-150 hover:bg-pine-soft hover:text-pine ' +
    'disabled:cursor-not-allowed disabled:bg-transparent disabled:font-normal disabled:text-faint/70 ' +
    'group-[.is-full]:text-faint group-[.is-full]:line-through group-[.is-full]:decoration-amber group-[.is-full]:decoration-2 ' +
    'group-data-today:border-pine group-data-today:font-bold ' +
    'group-data-selected:bg-pine! group-data-selected:text-on-pine! group-data-selected:forced-color-adjust-none',
};

/**
 * One month to choose a day from. A second click on the chosen day takes the choice back. Import it lazily
 * (`calendar-box.tsx`): it brings 20 kB.
 */
export function DayCalendar({
  facts,
  onChoose,
}: {
  facts: CalendarFacts;
  onChoose: (day: string | undefined) => void;
}) {
  const { today, chosen, spaces } = facts;
  const [month, setMonth] = useState(() => localDateFromIso(chosen ?? today));
  const [followed, setFollowed] = useState(chosen);
  if (chosen !== followed) {
    // The day was chosen elsewhere on the page, or here: either way its month is the one to look at.
    setFollowed(chosen);
    if (chosen !== undefined) setMonth(localDateFromIso(chosen));
  }
  const last = lastDay(spaces);
  return (
    <DayPicker
      mode="single"
      weekStartsOn={0}
      fixedWeeks
      today={localDateFromIso(today)}
      selected={chosen === undefined ? undefined : localDateFromIso(chosen)}
      onSelect={(date) => onChoose(date && isoFromLocalDate(date))}
      month={month}
      onMonthChange={setMonth}
      startMonth={localDateFromIso(today)}
      {...(last !== undefined && { endMonth: localDateFromIso(last) })}
      disabled={(date) => !isClickable(isoFromLocalDate(date), facts)}
      modifiers={{ full: (date) => dayState(isoFromLocalDate(date), facts) === 'full' }}
      modifiersClassNames={{ full: 'is-full' }}
      classNames={looks}
      components={{ Chevron }}
      labels={{ labelDayButton: dayName, labelNav: () => 'Month' }}
    />
  );
}

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });

/** How a day is called for those who cannot see the calendar: 'Friday, November 27, fully booked'. */
function dayName(date: Date, modifiers: Modifiers): string {
  const parts = [
    modifiers.today && 'Today',
    dayFormat.format(date),
    modifiers.full && 'fully booked',
    modifiers.selected && 'selected',
  ];
  return parts.filter(Boolean).join(', ');
}

function Chevron({ orientation, className }: ChevronProps) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon className={className} aria-hidden="true" />;
}

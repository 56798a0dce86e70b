import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { addMonths, utcDate } from './civil-date.ts';
import { type CalendarFacts, dayState, isClickable, lastDay } from './day-state.ts';
import { dayAfterKey, isMove, monthOf, weeksOfMonth } from './month.ts';

/**
 * One month to choose a day from, as a date grid: Tab leads to one day, the arrows, Home, End and the page keys to the
 * others (`month.ts`). A second click on the chosen day takes the choice back.
 */
export function DayCalendar({
  facts,
  onChoose,
  onPress,
}: {
  facts: CalendarFacts;
  onChoose: (day: string | undefined) => void;
  /** A day is about to be chosen: what it needs can be asked for already. */
  onPress?: (day: string) => void;
}) {
  const { today, chosen, spaces } = facts;
  const [month, setMonth] = useState(() => monthOf(chosen ?? today));
  const [followed, setFollowed] = useState(chosen);
  // Where the keyboard has led; an object of its own for each key, so that every one of them moves the focus.
  const [reached, setReached] = useState<{ day: string }>();
  const grid = useRef<HTMLTableElement>(null);
  if (chosen !== followed) {
    // The day was chosen elsewhere on the page, or here: either way its month is the one to look at.
    setFollowed(chosen);
    setReached(undefined);
    if (chosen !== undefined) setMonth(monthOf(chosen));
  }
  useLayoutEffect(() => {
    if (reached) grid.current?.querySelector<HTMLElement>(`[data-day="${reached.day}"]`)?.focus();
  }, [reached]);

  // A day that fills up while the focus is on it must not lose the focus.
  const isOpen = (day: string) => day === reached?.day || isClickable(day, facts);
  const weeks = weeksOfMonth(month);
  const open = weeks.flat().filter((day) => day !== undefined && isOpen(day));
  const tabStop = [reached?.day, chosen, today].find((day) => open.includes(day)) ?? open[0];

  const moveFocus = (event: KeyboardEvent<HTMLTableElement>): void => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    const key = keyOf(event);
    const isShortcut = event.altKey || event.ctrlKey || event.metaKey;
    if (from === undefined || isShortcut || !isMove(key)) return;
    event.preventDefault();
    const day = dayAfterKey(key, from, facts);
    setReached({ day });
    setMonth(monthOf(day));
  };

  const last = lastDay(spaces);
  const name = monthFormat.format(utcDate(`${month}-01`));
  const turn = (months: number) => setMonth(monthOf(addMonths(`${month}-01`, months)));
  return (
    <div className="relative">
      <div role="group" aria-label="Month" className="absolute inset-x-0 top-0 flex justify-between">
        <MonthButton label="Go to the Previous Month" disabled={month <= monthOf(today)} onClick={() => turn(-1)}>
          <ChevronLeft className="size-5 rtl:rotate-180" aria-hidden="true" />
        </MonthButton>
        <MonthButton
          label="Go to the Next Month"
          disabled={last !== undefined && month >= monthOf(last)}
          onClick={() => turn(1)}
        >
          <ChevronRight className="size-5 rtl:rotate-180" aria-hidden="true" />
        </MonthButton>
      </div>
      <p role="status" className="grid h-11 place-items-center font-semibold">
        {name}
      </p>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- A date grid is a table of days.
        role="grid"
        aria-label={name}
        onKeyDown={moveFocus}
        className="mt-2 w-full table-fixed border-collapse"
      >
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long} className="h-9 text-sm font-medium text-muted">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days, week) => (
            <tr key={week}>
              {days.map((day, weekday) => (
                <td
                  key={weekday}
                  role="gridcell"
                  aria-selected={day === undefined ? undefined : day === chosen}
                  className="h-11 p-0"
                >
                  {day !== undefined && (
                    <button
                      type="button"
                      data-day={day}
                      data-full={dayState(day, facts) === 'full' || undefined}
                      data-today={day === today || undefined}
                      data-chosen={day === chosen || undefined}
                      aria-label={dayName(day, facts)}
                      disabled={!isOpen(day)}
                      tabIndex={day === tabStop ? 0 : -1}
                      onPointerDown={() => onPress?.(day)}
                      onClick={() => onChoose(day === chosen ? undefined : day)}
                      className={dayButton}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const dayButton =
  'grid size-full min-h-11 place-items-center rounded-control border-2 border-transparent font-medium tabular-nums ' +
  'transition-colors duration-150 hover:bg-pine-soft hover:text-pine ' +
  'disabled:cursor-not-allowed disabled:bg-transparent disabled:font-normal disabled:text-faint/70 ' +
  'data-full:text-faint data-full:line-through data-full:decoration-amber data-full:decoration-2 ' +
  'data-today:border-pine data-today:font-bold ' +
  'data-chosen:bg-pine! data-chosen:text-on-pine! data-chosen:forced-color-adjust-none';

/** It stays where it is at the ends of the calendar, and keeps the focus there. */
function MonthButton({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      tabIndex={disabled ? -1 : undefined}
      onClick={disabled ? undefined : onClick}
      className={
        'grid size-11 place-items-center rounded-control text-ink transition-colors duration-150 hover:bg-sunken ' +
        'aria-disabled:pointer-events-none aria-disabled:text-faint aria-disabled:opacity-40'
      }
    >
      {children}
    </button>
  );
}

/** The key as `month.ts` names it: left and right change places where the text runs from the right. */
function keyOf({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLElement>): string {
  if (shiftKey) return `Shift+${key}`;
  const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl';
  if (isRightToLeft && key === 'ArrowLeft') return 'ArrowRight';
  if (isRightToLeft && key === 'ArrowRight') return 'ArrowLeft';
  return key;
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const monthFormat = format({ month: 'long', year: 'numeric' });
const dayFormat = format({ weekday: 'long', month: 'long', day: 'numeric' });

/** From Sunday on, as 1 February 2026 was one. */
const weekdays = Array.from({ length: 7 }, (_, weekday) => {
  const day = new Date(Date.UTC(2026, 1, 1 + weekday));
  return { short: format({ weekday: 'short' }).format(day), long: format({ weekday: 'long' }).format(day) };
});

/** How a day is called for those who cannot see the calendar: 'Friday, November 27, fully booked'. */
function dayName(day: string, facts: CalendarFacts): string {
  const parts = [
    day === facts.today && 'Today',
    dayFormat.format(utcDate(day)),
    dayState(day, facts) === 'full' && 'fully booked',
    day === facts.chosen && 'selected',
  ];
  return parts.filter(Boolean).join(', ');
}

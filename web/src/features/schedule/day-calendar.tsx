import { dayFormat } from '@openhours/contract/day-format.ts';
import { type KeyboardEvent, memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { CalendarHeader } from './calendar-header.tsx';
import { addDays, addMonths, utcDate } from './civil-date.ts';
import { DayButton } from './day-button.tsx';
import { type CalendarFacts, dayState, isClickable, lastDay } from './day-state.ts';
import { dayAfterKey, isMove, monthOf, weekOf, weeksOfMonth } from './month.ts';

/**
 * A month to choose a day from, as a date grid: Tab focuses one day, the arrows, Home, End and the page keys move to
 * the others (`month.ts`). A second click on the chosen day clears the choice. Narrow screens show only the week of the
 * chosen day until the month is opened.
 */
export const DayCalendar = memo(function DayCalendar({
  today,
  chosen,
  spaces,
  onChoose,
  onPress,
}: CalendarFacts & {
  onChoose: (day: string | undefined) => void;
  /** Called when a day is about to be chosen, to prefetch its options. */
  onPress?: (day: string) => void;
}) {
  const facts = { today, chosen, spaces };
  // The calendar shows the week or the month of this day.
  const [shown, setShown] = useState(chosen ?? today);
  const [followed, setFollowed] = useState(chosen);
  const [wantsMonth, setWantsMonth] = useState(false);
  // The target of the last key; a new object for each key, so that every key moves the focus.
  const [reached, setReached] = useState<{ day: string }>();
  const grid = useRef<HTMLTableElement>(null);
  const isNarrow = useMediaQuery('(width < 64rem)');
  const canFold = isNarrow && chosen !== undefined;
  const isStrip = canFold && !wantsMonth;
  const month = monthOf(shown);
  const weeks = useMemo(() => (isStrip ? [weekOf(shown)] : weeksOfMonth(month, today)), [isStrip, shown, month, today]);
  if (chosen !== followed) {
    // Show the chosen day, also if it was chosen elsewhere on the page.
    setFollowed(chosen);
    setReached(undefined);
    setWantsMonth(false);
    if (chosen !== undefined && (isNarrow || !weeks.flat().includes(chosen))) setShown(chosen);
  }
  useLayoutEffect(() => {
    if (reached) grid.current?.querySelector<HTMLElement>(`[data-day="${reached.day}"]`)?.focus();
  }, [reached]);

  const shownDays = weeks.flat();
  const isOpen = (day: string) => isOpenDay(day, facts, reached?.day);
  const tabStop =
    [reached?.day, chosen, today].find((day) => day !== undefined && shownDays.includes(day) && isOpen(day)) ??
    shownDays.find(isOpen);

  const moveFocus = (event: KeyboardEvent<HTMLTableElement>): void => {
    const from = dayOf(event.target);
    const key = keyOf(event);
    const isShortcut = event.altKey || event.ctrlKey || event.metaKey;
    if (from === undefined || isShortcut || !isMove(key)) return;
    event.preventDefault();
    const day = dayAfterKey(key, from, facts);
    setReached({ day });
    if (key.includes('Page') || !shownDays.includes(day)) setShown(day);
  };

  const first = shownDays[0] ?? shown;
  const last = shownDays.at(-1) ?? shown;
  const end = lastDay(spaces);
  const name = isStrip ? weekFormat(first, { today, last }) : monthFormat.format(utcDate(shown));
  const turn = (steps: 1 | -1): void => setShown(isStrip ? addDays(shown, 7 * steps) : addMonths(`${month}-01`, steps));
  return (
    <div data-strip={isStrip || undefined} data-month={!isStrip || undefined}>
      <CalendarHeader
        name={name}
        unit={isStrip ? 'Week' : 'Month'}
        onPrevious={(isStrip ? first : `${month}-01`) > today ? () => turn(-1) : undefined}
        onNext={end === undefined || (isStrip ? last < end : month < monthOf(end)) ? () => turn(1) : undefined}
        fold={canFold ? { isStrip, onToggle: () => setWantsMonth(isStrip) } : undefined}
      />
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- A date grid is a table of days.
        role="grid"
        aria-label={name}
        onKeyDown={moveFocus}
        onPointerDown={({ target }) => {
          const day = dayOf(target);
          if (day !== undefined && day !== chosen) onPress?.(day);
        }}
        onClick={({ target }) => {
          const day = dayOf(target);
          if (day !== undefined) onChoose(day === chosen ? undefined : day);
        }}
        className="mt-1 w-full table-fixed border-collapse lg:mt-2"
      >
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th
                key={long}
                scope="col"
                abbr={long}
                className="h-7 text-[min(0.875rem,5vw)] font-medium text-muted lg:h-9"
              >
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => {
            const ifHere = (day: string | undefined) => (day !== undefined && days.includes(day) ? day : undefined);
            return (
              <Week
                key={days[0]}
                days={days}
                today={today}
                spaces={spaces}
                chosen={ifHere(chosen)}
                reached={ifHere(reached?.day)}
                tabStop={ifHere(tabStop)}
                month={isStrip ? undefined : month}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
});

/** A row of the calendar. It has only its own days as `chosen`, `reached` and `tabStop`, so few rows render for a click. */
const Week = memo(function Week({
  days,
  reached,
  tabStop,
  month,
  ...facts
}: CalendarFacts & {
  days: readonly string[];
  reached: string | undefined;
  tabStop: string | undefined;
  /** Undefined for a single week, whose days all look the same. */
  month: string | undefined;
}) {
  return (
    <tr>
      {days.map((day) => (
        <td key={day} role="gridcell" aria-selected={day === facts.chosen} className="h-11 p-0">
          <DayButton
            day={day}
            state={dayState(day, facts)}
            isToday={day === facts.today}
            isChosen={day === facts.chosen}
            isOpen={isOpenDay(day, facts, reached)}
            isTabStop={day === tabStop}
            isOfOtherMonth={month !== undefined && monthOf(day) !== month}
          />
        </td>
      ))}
    </tr>
  );
});

/** A focused day that becomes full must keep the focus. */
function isOpenDay(day: string, facts: CalendarFacts, reached: string | undefined): boolean {
  return day === reached || isClickable(day, facts);
}

/** The day of a button; undefined outside of the days and on disabled ones. */
function dayOf(target: EventTarget): string | undefined {
  return target instanceof HTMLButtonElement && !target.disabled ? target.dataset['day'] : undefined;
}

/** The key for `month.ts`: left and right are swapped in right-to-left text. */
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
const weekFormat = dayFormat({ month: 'short', day: 'numeric' });

/** Starts on Sunday: 1 February 2026 was one. */
const weekdays = Array.from({ length: 7 }, (_, weekday) => {
  const day = new Date(Date.UTC(2026, 1, 1 + weekday));
  return { short: format({ weekday: 'short' }).format(day), long: format({ weekday: 'long' }).format(day) };
});

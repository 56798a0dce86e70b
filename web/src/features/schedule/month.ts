import { addDays, addMonths, weekdayOf } from './civil-date.ts';
import { type CalendarFacts, isClickable, lastDay } from './day-state.ts';

const weeksShown = 6;
/** How far the keyboard looks while the clinic has not said how far one can book. */
const monthsUnknown = 24;

/** 'YYYY-MM' */
export function monthOf(iso: string): string {
  return iso.slice(0, 7);
}

/**
 * The days of a month, a row for each week from Sunday on. Always six rows, so that nothing moves from month to month;
 * `undefined` where a day belongs to another month.
 */
export function weeksOfMonth(month: string): readonly (readonly (string | undefined)[])[] {
  const first = `${month}-01`;
  const sunday = addDays(first, -weekdayOf(first));
  return Array.from({ length: weeksShown }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = addDays(sunday, week * 7 + weekday);
      return monthOf(day) === month ? day : undefined;
    }),
  );
}

/** The keys of a date grid (ARIA Authoring Practices), as steps in days or months, or to an end of the week. */
const moves: Readonly<Record<string, { days: number } | { months: number } | { end: 'first' | 'last' }>> = {
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
  ArrowUp: { days: -7 },
  ArrowDown: { days: 7 },
  PageUp: { months: -1 },
  PageDown: { months: 1 },
  'Shift+PageUp': { months: -12 },
  'Shift+PageDown': { months: 12 },
  Home: { end: 'first' },
  End: { end: 'last' },
};

export function isMove(key: string): boolean {
  return Object.hasOwn(moves, key);
}

/**
 * Where a key leads from a day: to the next day in its direction that can be clicked; by months, to the one nearest to
 * the same day of the month, the later one of two. The day itself where there is none.
 */
export function dayAfterKey(key: string, from: string, facts: CalendarFacts): string {
  const move = moves[key];
  if (!move) return from;
  const first = facts.today;
  const last = lastDay(facts.spaces) ?? addMonths(facts.today, monthsUnknown);
  const isOpen = (day: string) => day >= first && day <= last && isClickable(day, facts);
  if ('end' in move) {
    const sunday = addDays(from, -weekdayOf(from));
    const open = Array.from({ length: 7 }, (_, weekday) => addDays(sunday, weekday)).filter(isOpen);
    return open.at(move.end === 'first' ? 0 : -1) ?? from;
  }
  if ('days' in move) {
    for (let day = addDays(from, move.days); day >= first && day <= last; day = addDays(day, move.days)) {
      if (isOpen(day)) return day;
    }
    return from;
  }
  const wanted = addMonths(from, move.months);
  const aim = wanted < first ? first : wanted > last ? last : wanted;
  const isAhead = (day: string) => (move.months > 0 ? day > from : day < from);
  for (let away = 0; away <= 31; away += 1) {
    const found = [addDays(aim, away), addDays(aim, -away)].find((day) => isOpen(day) && isAhead(day));
    if (found !== undefined) return found;
  }
  return from;
}

import { addDays, addMonths, weekdayOf } from './civil-date.ts';
import { type CalendarFacts, isClickable, lastDay } from './day-state.ts';

/** The range of the keyboard while the booking horizon is still loading. */
const monthsUnknown = 24;

/** 'YYYY-MM' */
export function monthOf(iso: string): string {
  return iso.slice(0, 7);
}

/** The week of a day, from Sunday to Saturday, across months. */
export function weekOf(iso: string): readonly string[] {
  const sunday = addDays(iso, -weekdayOf(iso));
  return Array.from({ length: 7 }, (_, weekday) => addDays(sunday, weekday));
}

/**
 * The six weeks that show a month: from its first week, or from the current week if that is later. Days of the next
 * month fill the end.
 */
export function weeksOfMonth(month: string, today: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const from = first > today ? first : today;
  return Array.from({ length: 6 }, (_, week) => weekOf(addDays(from, 7 * week)));
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
 * The target of a key: the next enabled day in its direction; for months, the enabled day nearest to the same day of
 * the month, the later of two. The day itself if there is none.
 */
export function dayAfterKey(key: string, from: string, facts: CalendarFacts): string {
  const move = moves[key];
  if (!move) return from;
  const first = facts.today;
  const last = lastDay(facts.spaces) ?? addMonths(facts.today, monthsUnknown);
  const isOpen = (day: string) => day >= first && day <= last && isClickable(day, facts);
  if ('end' in move) {
    const open = weekOf(from).filter(isOpen);
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

import { addDays, realDay } from '../schedule/civil-date.ts';

/** Days, 'YYYY-MM-DD', both included. */
export type DateRange = { from: string; to: string };

export const rangeNames = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  'last-year': 'Last year',
} as const;
type RangeName = keyof typeof rangeNames;
// The keys of the record above.
export const ranges = Object.keys(rangeNames) as readonly RangeName[];

/** @param today 'YYYY-MM-DD' */
export function rangeOf(name: RangeName, today: string): DateRange {
  const year = Number(today.slice(0, 4));
  const month = today.slice(0, 8);
  switch (name) {
    case 'this-month':
      return { from: `${month}01`, to: lastOfMonth(today) };
    case 'last-month': {
      const to = addDays(`${month}01`, -1);
      return { from: `${to.slice(0, 8)}01`, to };
    }
    case 'this-year':
      return { from: `${year}-01-01`, to: `${year}-12-31` };
    case 'last-year':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  }
}

function lastOfMonth(day: string): string {
  // The 28th and four days are always in the next month.
  const inNext = addDays(`${day.slice(0, 8)}28`, 4);
  return addDays(`${inNext.slice(0, 8)}01`, -1);
}

/** Reads the range from the URL; this month if it has none. */
export function readRange(query: URLSearchParams, today: string): DateRange {
  const from = realDay(query.get('from') ?? '');
  const to = realDay(query.get('to') ?? '');
  return from !== undefined && to !== undefined && from <= to ? { from, to } : rangeOf('this-month', today);
}

/** The name of a range; undefined for one's own. */
export function nameOf(range: DateRange, today: string): RangeName | undefined {
  return ranges.find((name) => {
    const { from, to } = rangeOf(name, today);
    return from === range.from && to === range.to;
  });
}

import type { DayStatus } from '@openhours/contract/availability.ts';
import { describe, expect, it } from 'vitest';
import { lastDay, spacesByDay } from './day-state.ts';
import { daysToWait } from './days-to-wait.ts';

describe('the days to wait for', () => {
  const from = '2026-11-20';
  const open = spacesByDay([
    { date: 'Nov 20, 2026', spaces: 0 },
    { date: 'Nov 24, 2026', spaces: 1 },
    { date: 'Dec 24, 2026', spaces: 0 },
  ]);
  const option = (free: string | undefined, status: DayStatus = 'full') => ({
    days: [{ date: from, status, slots: [] }],
    nextFree: free === undefined ? null : { date: free, slot: '09:00 AM - 09:30 AM', startsAt: `${free}T09:00:00Z` },
  });
  const wait = (options: Parameters<typeof daysToWait>[1]['options'], spaces = open) => {
    const { from: first, to } = daysToWait(from, { today: from, last: lastDay(spaces), spaces, options });
    return [first, to];
  };

  it('end before the next day on which the option can be booked now', () => {
    expect(wait([option('2026-11-23')])).toEqual([from, '2026-11-22']);
    expect(wait([option('2026-11-21')])).toEqual([from, from]);
  });

  it('end before the first of these days, if there are several options', () => {
    expect(wait([option('2026-11-26'), option(undefined), option('2026-11-23')])).toEqual([from, '2026-11-22']);
  });

  it('end after a week, or with the last day that can be booked', () => {
    expect(wait([option(undefined)])).toEqual([from, '2026-11-27']);
    expect(wait([option('2026-12-20')])).toEqual([from, '2026-11-27']);
    expect(wait([option(undefined)], spacesByDay([{ date: 'Nov 24, 2026', spaces: 0 }]))).toEqual([from, '2026-11-24']);
  });

  it('end before the next free day of the clinic while the options load', () => {
    expect(wait([])).toEqual([from, '2026-11-23']);
  });

  it('begin tomorrow after the last time of today', () => {
    expect(wait([option('2026-11-23', 'past')])).toEqual(['2026-11-21', '2026-11-22']);
    expect(wait([option('2026-11-23', 'past'), option(undefined)])).toEqual([from, '2026-11-22']);
    expect(wait([option('2026-11-21', 'past')])).toEqual(['2026-11-21', '2026-11-21']);
    expect(wait([option(undefined, 'past')], new Map([[from, 0]]))).toEqual([from, from]);
  });

  it('include the day itself, even if another doctor has a free time on it', () => {
    expect(wait([option(from, 'free'), option(undefined)])).toEqual([from, from]);
  });
});

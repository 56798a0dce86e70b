import type { DayStatus } from '@openhours/contract/availability.ts';
import { describe, expect, it } from 'vitest';
import { type DayState, dayState, daysToWait, isClickable, lastDay, nextFreeDays, spacesByDay } from './day-state.ts';

const today = '2026-11-20';
const spaces = spacesByDay([
  { date: 'Nov 20, 2026', spaces: 0 },
  { date: 'Nov 21, 2026', spaces: 3 },
  { date: 'Nov 23, 2026', spaces: 0 },
  { date: 'Nov 24, 2026', spaces: 1 },
]);

describe('the state of a day', () => {
  it.each<[string, DayState]>([
    ['2026-11-19', 'past'],
    ['2026-11-20', 'full'],
    ['2026-11-21', 'free'],
    ['2026-11-22', 'no-hours'],
    ['2026-11-23', 'full'],
    ['2026-11-25', 'beyond'],
    ['2027-11-21', 'beyond'],
  ])('%s is %s', (day, state) => {
    expect(dayState(day, { today, spaces })).toBe(state);
  });

  it('is known only for past days while the calendar loads', () => {
    expect(dayState('2026-11-19', { today, spaces: undefined })).toBe('past');
    expect(dayState('2026-11-22', { today, spaces: undefined })).toBe('unknown');
  });
});

describe('the days that can be clicked are', () => {
  const clickable = (day: string, chosen?: string) => isClickable(day, { today, chosen, spaces });

  it('days with hours including full ones, but not past or distant days', () => {
    const days = ['2026-11-19', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'];
    expect(days.filter((day) => clickable(day))).toEqual(['2026-11-21', '2026-11-23', '2026-11-24']);
  });

  it('today, even if it is full', () => {
    expect(clickable('2026-11-20')).toBe(true);
  });

  it('the chosen day, even if nobody has hours, so that the choice can be cleared', () => {
    expect(clickable('2026-11-22', '2026-11-22')).toBe(true);
  });

  it('all days from today on while the calendar loads', () => {
    const facts = { today, chosen: undefined, spaces: undefined };
    expect(isClickable('2026-11-19', facts)).toBe(false);
    expect(isClickable('2027-06-01', facts)).toBe(true);
  });
});

describe('the next free days', () => {
  it('are the first days after the day with a free slot', () => {
    expect(nextFreeDays('2026-11-20', spaces, 3)).toEqual(['2026-11-21', '2026-11-24']);
    expect(nextFreeDays('2026-11-20', spaces, 1)).toEqual(['2026-11-21']);
    expect(nextFreeDays('2026-11-21', spaces, 3)).toEqual(['2026-11-24']);
  });

  it('are earlier ones if nothing is free afterwards', () => {
    expect(nextFreeDays('2026-12-24', spaces, 3)).toEqual(['2026-11-21', '2026-11-24']);
  });

  it('never include the day itself, and are empty if nothing else is free', () => {
    expect(nextFreeDays('2026-11-24', spaces, 3)).toEqual(['2026-11-21']);
    expect(nextFreeDays(today, spacesByDay([{ date: 'Nov 21, 2026', spaces: 0 }]), 3)).toEqual([]);
  });
});

it('ends with the last day that can be booked', () => {
  expect(lastDay(spaces)).toBe('2026-11-24');
  expect(lastDay(undefined)).toBeUndefined();
  expect(lastDay(new Map())).toBeUndefined();
});

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
    const { from: first, to } = daysToWait(from, { today, spaces, options });
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
    expect(wait([option(undefined)], spaces)).toEqual([from, '2026-11-24']);
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

import { describe, expect, it } from 'vitest';
import { type DayState, dayState, isClickable, lastDay, nextFreeDays, spacesByDay } from './day-state.ts';

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

import { describe, expect, it } from 'vitest';
import { type DayState, dayState, isClickable, lastDay, nextFreeDay, spacesByDay } from './day-state.ts';

const today = '2026-11-20';
const spaces = spacesByDay([
  { date: 'Nov 20, 2026', spaces: 0 },
  { date: 'Nov 21, 2026', spaces: 3 },
  { date: 'Nov 23, 2026', spaces: 0 },
  { date: 'Nov 24, 2026', spaces: 1 },
]);

describe('what the calendar says of a day', () => {
  it.each<[string, DayState]>([
    ['2026-11-19', 'past'],
    ['2026-11-20', 'full'],
    ['2026-11-21', 'free'],
    ['2026-11-22', 'closed'],
    ['2026-11-23', 'full'],
    ['2026-11-25', 'beyond'],
    ['2027-11-21', 'beyond'],
  ])('%s is %s', (day, state) => {
    expect(dayState(day, { today, spaces })).toBe(state);
  });

  it('knows only what has passed until the clinic has answered', () => {
    expect(dayState('2026-11-19', { today, spaces: undefined })).toBe('past');
    expect(dayState('2026-11-22', { today, spaces: undefined })).toBe('unknown');
  });
});

describe('which days can be clicked', () => {
  const clickable = (day: string, chosen?: string) => isClickable(day, { today, chosen, spaces });

  it('those with a space, and no full, closed, past or distant day', () => {
    const days = ['2026-11-19', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'];
    expect(days.filter((day) => clickable(day))).toEqual(['2026-11-21', '2026-11-24']);
  });

  it('today, also when it is full', () => {
    expect(clickable('2026-11-20')).toBe(true);
  });

  it('the chosen day, also when it has become full, so that the choice can be taken back', () => {
    expect(clickable('2026-11-23', '2026-11-23')).toBe(true);
  });

  it('every day from today on while the clinic has not answered', () => {
    const facts = { today, chosen: undefined, spaces: undefined };
    expect(isClickable('2026-11-19', facts)).toBe(false);
    expect(isClickable('2027-06-01', facts)).toBe(true);
  });
});

describe('the next free day', () => {
  it('is the first one after the day with a space', () => {
    expect(nextFreeDay('2026-11-20', spaces)).toBe('2026-11-21');
    expect(nextFreeDay('2026-11-21', spaces)).toBe('2026-11-24');
  });

  it('is an earlier one when nothing is free afterwards', () => {
    expect(nextFreeDay('2026-12-24', spaces)).toBe('2026-11-21');
  });

  it('is none when nothing is free at all', () => {
    expect(nextFreeDay(today, spacesByDay([{ date: 'Nov 21, 2026', spaces: 0 }]))).toBeUndefined();
  });
});

it('bounds the months by the last day that the clinic names', () => {
  expect(lastDay(spaces)).toBe('2026-11-24');
  expect(lastDay(undefined)).toBeUndefined();
  expect(lastDay(new Map())).toBeUndefined();
});

import { expect, test } from 'vitest';
import { freeRuns, slotStep } from './free-runs.ts';

const slot = (slot: string, time: string) => ({ slot, startsAt: `2026-12-01T${time}:00.000Z` });
const nine = slot('09:00 AM - 09:30 AM', '09:00');
const halfPastNine = slot('09:30 AM - 10:00 AM', '09:30');
const ten = slot('10:00 AM - 10:30 AM', '10:00');
const one = slot('01:00 PM - 01:30 PM', '13:00');
const halfPastOne = slot('01:30 PM - 02:00 PM', '13:30');

const halfAnHour = 30 * 60_000;

test('consecutive slots form one run, and a new run begins after a break', () => {
  expect(freeRuns([nine, halfPastNine, ten, one, halfPastOne], halfAnHour)).toEqual([
    '09:00 AM – 10:30 AM',
    '01:00 PM – 02:00 PM',
  ]);
});

test('a new run begins after a taken slot', () => {
  expect(freeRuns([nine, ten, one, halfPastOne], halfAnHour)).toEqual([
    '09:00 AM – 09:30 AM',
    '10:00 AM – 10:30 AM',
    '01:00 PM – 02:00 PM',
  ]);
});

test('one slot is one run, and no slots are no runs', () => {
  expect(freeRuns([one], halfAnHour)).toEqual(['01:00 PM – 01:30 PM']);
  expect(freeRuns([], halfAnHour)).toEqual([]);
});

test('the step is the smallest distance on any day, so distant slots of an almost full day are two runs', () => {
  const days = [{ slots: [nine, one] }, { slots: [nine, halfPastNine] }];
  expect(slotStep(days)).toBe(halfAnHour);
  expect(freeRuns([nine, one], slotStep(days))).toHaveLength(2);
  expect(freeRuns([one], slotStep([]))).toHaveLength(1);
});

import { endMinuteOfDay } from '@openhours/contract/clock-time.ts';
import { expect, test } from 'vitest';
import { firstAway, firstBlock, fromNow, leftOf, stretchBetween, timeText } from './time-to-block.ts';

test('the end of the day is shown as midnight, and read as the end of the day', () => {
  expect(timeText(1440)).toBe('00:00');
  expect(endMinuteOfDay(timeText(1440))).toBe(1440);
  expect(endMinuteOfDay(timeText(1435))).toBe(1435);
});

test.each([
  [541, 569, { from: 540, to: 570 }],
  [569, 541, { from: 540, to: 570 }],
  [540, 540, { from: 540, to: 545 }],
  [540, 600, { from: 540, to: 600 }],
])('from %d to %d is %o', (one, other, stretch) => {
  expect(stretchBetween(one, other)).toEqual(stretch);
});

test.each([
  ['that is over starts at the next quarter', { from: 540, to: 600 }, 958, { from: 960, to: 1020 }],
  ['that has begun starts at the next quarter', { from: 955, to: 985 }, 958, { from: 960, to: 990 }],
  ['starts now at a full quarter', { from: 540, to: 600 }, 960, { from: 960, to: 1020 }],
  ['in the future stays', { from: 965, to: 1025 }, 958, { from: 965, to: 1025 }],
  ['late in the evening ends with the day', { from: 540, to: 600 }, 1431, { from: 1425, to: 1440 }],
])('a time suggested for today %s', (_, { from, to }, minute, expected) => {
  const suggested = { calendarId: 'c', date: '2026-11-25', from, to };
  expect(fromNow(suggested, { today: '2026-11-25', minute })).toMatchObject(expected);
});

test('a suggestion for another day stays', () => {
  const suggested = { calendarId: 'c', date: '2026-11-26', from: 540, to: 600 };
  expect(fromNow(suggested, { today: '2026-11-25', minute: 958 })).toEqual(suggested);
});

test.each([
  ['of this week is on the first day that is not over', '2026-11-26', '2026-11-26'],
  ['of a later week is on its first day', '2026-11-20', '2026-11-23'],
  ['of a week that is over is today', '2026-12-01', '2026-12-01'],
])('the time suggested in the columns %s', (_, today, date) => {
  const columns = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'].map((on) => ({
    calendar: { _id: 'c' },
    day: { date: on, hours: [{ startMinute: 600, minutes: 120 }] },
  }));
  expect(firstBlock(columns, { today, minute: 480 })).toEqual({ calendarId: 'c', date, from: 600, to: 660 });
});

test('with several doctors, whose time it is has to be chosen', () => {
  const columns = ['one', 'other'].map((_id) => ({
    calendar: { _id },
    day: { date: '2026-11-25', hours: [{ startMinute: 600, minutes: 120 }] },
  }));
  const now = { today: '2026-11-25', minute: 480 };
  expect(firstBlock(columns, now)).toEqual({ calendarId: '', date: '2026-11-25', from: 600, to: 660 });
  expect(firstAway(columns, now)).toMatchObject({ doctorId: undefined, from: '2026-11-25', fromTime: '08:00' });
  expect(firstAway(columns.slice(0, 1), now)).toMatchObject({ doctorId: 'one' });
});

test.each([
  ['that is over', '2026-11-25', { from: 540, to: 600 }, undefined],
  ['that ends now', '2026-11-25', { from: 900, to: 960 }, undefined],
  ['of yesterday', '2026-11-24', { from: 1000, to: 1060 }, undefined],
  ['that has begun', '2026-11-25', { from: 900, to: 1000 }, { from: 960, to: 1000 }],
  ['in the future', '2026-11-25', { from: 965, to: 1025 }, { from: 965, to: 1025 }],
  ['of tomorrow', '2026-11-26', { from: 540, to: 600 }, { from: 540, to: 600 }],
])('of a marked time %s, only what is left is suggested', (_, date, { from, to }, expected) => {
  const marked = { calendarId: 'c', date, from, to };
  expect(leftOf(marked, { today: '2026-11-25', minute: 958 })).toEqual(expected && { ...marked, ...expected });
});

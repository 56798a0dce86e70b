import { clockTime, minuteOfDay } from '@openhours/contract/clock-time.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  breakIn,
  copyDay,
  type DraftStretch,
  ENDS_BEFORE,
  faultsOfDay,
  faultsOfWeek,
  hoursFromWeek,
  NOT_A_TIME,
  OVERLAPS,
  weekFromHours,
  withBreak,
  withMoreHours,
} from './week-draft.ts';

let made = 0;
const newKey = () => `key ${++made}`;
const stretch = (from: string, to: string, treatmentId = ''): DraftStretch => ({
  key: `${from}-${to} ${treatmentId}`,
  from,
  to,
  treatmentId,
});
const messages = (...stretches: DraftStretch[]) =>
  [...faultsOfDay(stretches).values()].map(({ field, message }) => `${field}: ${message}`);

test('a fault names its field', () => {
  expect(messages(stretch('9', '12'), stretch('1pm', '5'))).toEqual([]);
  expect(messages(stretch('nine', '12'))).toEqual([`from: ${NOT_A_TIME}`]);
  expect(messages(stretch('9', ''))).toEqual([`to: ${NOT_A_TIME}`]);
  expect(messages(stretch('17:00', '09:00'))).toEqual([`to: ${ENDS_BEFORE}`]);
  expect(messages(stretch('09:00', '09:00'))).toEqual([`to: ${ENDS_BEFORE}`]);
  expect(messages(stretch('9', '12'), stretch('11:59', '13:00'))).toEqual([`from: ${OVERLAPS}`]);
});

test('adjacent time ranges do not overlap, nor do those of different treatments', () => {
  expect(messages(stretch('9', '12'), stretch('12', '13'))).toEqual([]);
  expect(messages(stretch('12', '13'), stretch('9', '12'))).toEqual([]);
  expect(messages(stretch('9', '12'), stretch('9', '12', 'cardiology'))).toEqual([]);
});

test('time ranges have no fault if and only if no minute belongs to two of them', () => {
  const ranges = fc.array(fc.tuple(fc.nat(1439), fc.integer({ min: 1, max: 300 })), { maxLength: 5 });
  fc.assert(
    fc.property(ranges, (given) => {
      const stretches = given.map(([from, length], at) => ({
        ...stretch(clockTime(from), clockTime(Math.min(from + length, 1440))),
        key: String(at),
      }));
      const taken = stretches.flatMap(({ from, to }) =>
        Array.from({ length: minuteOfDay(to) - minuteOfDay(from) }, (_, minute) => minuteOfDay(from) + minute),
      );
      expect(faultsOfDay(stretches).size === 0).toBe(new Set(taken).size === taken.length);
    }),
  );
});

test('a loaded week is saved unchanged', () => {
  const hours = [
    { weekday: 1, from: '09:00', to: '12:00' },
    { weekday: 1, from: '13:00', to: '24:00' },
    { weekday: 7, from: '00:00', to: '06:00', treatmentId: 'night' },
  ];
  expect(hoursFromWeek(weekFromHours(hours, newKey))).toEqual(hours);
});

test('typed text is saved as times', () => {
  expect(hoursFromWeek([[stretch('9', '5')]])).toEqual([{ weekday: 1, from: '09:00', to: '17:00' }]);
});

test('copying a day replaces the chosen days, with new keys, and does not change the others', () => {
  const week = weekFromHours(
    [
      { weekday: 1, from: '09:00', to: '12:00' },
      { weekday: 2, from: '10:00', to: '11:00' },
      { weekday: 3, from: '10:00', to: '11:00' },
    ],
    newKey,
  );
  const copied = copyDay(week, { from: 0, to: [0, 1, 4], newKey });
  expect(hoursFromWeek(copied).map(({ weekday, from }) => `${weekday} ${from}`)).toEqual([
    '1 09:00',
    '2 09:00',
    '3 10:00',
    '5 09:00',
  ]);
  expect(copied[0]).toBe(week[0]);
  const keys = copied.flat().map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('copying an empty day empties the chosen days', () => {
  const week = weekFromHours([{ weekday: 1, from: '09:00', to: '12:00' }], newKey);
  expect(hoursFromWeek(copyDay(week, { from: 6, to: [0], newKey }))).toEqual([]);
});

test('a break lies within its time range and causes no fault', () => {
  fc.assert(
    fc.property(fc.nat(1380), fc.integer({ min: 1, max: 1440 }), (from, length) => {
      const whole = stretch(clockTime(from), clockTime(Math.min(from + length, 1440)));
      const day = withBreak([whole], { at: 0, key: 'second' });
      expect(faultsOfDay(day).size).toBe(0);
      expect(day).toHaveLength(breakIn(whole) ? 2 : 1);
      expect(day[0]?.from).toBe(whole.from);
      expect(day.at(-1)?.to).toBe(whole.to);
    }),
  );
});

test('the break of a day from nine to five is at noon', () => {
  expect(withBreak([stretch('9', '5')], { at: 0, key: 'b' }).map(({ from, to }) => `${from}-${to}`)).toEqual([
    '9-12:00',
    '13:00-5',
  ]);
});

test.each([
  ['09:00', '13:00', '10:30-11:30'],
  ['09:00', '13:01', '12:00-13:00'],
  ['12:00', '16:00', '13:30-14:30'],
  ['14:00', '16:00', '14:30-15:30'],
  ['14:10', '16:20', '14:45-15:45'],
  ['14:00', '15:59', undefined],
  ['', '16:00', undefined],
  ['14:00', '', undefined],
])(
  'the break from %s to %s is %s: at noon, else in the middle, and never in less than two hours',
  (from, to, expected) => {
    const found = breakIn(stretch(from, to));
    expect(found && `${found.from}-${found.to}`).toBe(expected);
  },
);

test('an added time range is nine to five on an empty day, otherwise later than the others and without a fault', () => {
  expect(withMoreHours([], 'a')).toEqual([{ key: 'a', from: '09:00', to: '17:00', treatmentId: '' }]);
  const added = (to: string) => withMoreHours([stretch('08:00', to, 'cardiology')], 'a').at(-1);
  expect(added('12:00')).toEqual({ key: 'a', from: '13:00', to: '17:00', treatmentId: 'cardiology' });
  expect(added('21:59')).toMatchObject({ from: '22:59', to: '24:00' });
  for (const end of ['22:00', 'late']) expect(added(end)).toMatchObject({ from: '', to: '' });
  fc.assert(
    fc.property(fc.nat(1300), fc.integer({ min: 1, max: 140 }), (from, length) => {
      const more = withMoreHours([stretch(clockTime(from), clockTime(Math.min(from + length, 1440)))], 'a');
      const added = more.at(-1);
      expect(more).toHaveLength(2);
      // Late in the day nothing is suggested, and the fields are empty.
      if (added?.from !== '') expect(faultsOfWeek([more]).size).toBe(0);
    }),
  );
});

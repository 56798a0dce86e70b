import { clockTime, minuteOfDay } from '@openhours/contract/clock-time.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTime, readRanges, readTime, shownTime } from './typed-time.ts';

test.each([
  ['9', '09:00'],
  ['09', '09:00'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['9h30', '09:30'],
  ['9h', '09:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['1730', '17:30'],
  ['5pm', '17:00'],
  ['5 PM', '17:00'],
  ['5:45 p.m.', '17:45'],
  ['530p', '17:30'],
  ['12pm', '12:00'],
  ['noon', '12:00'],
  ['12am', '00:00'],
  ['midnight', '00:00'],
  ['0', '00:00'],
  [' 9 : 05 ', '09:05'],
])('%j is read as %s', (text, time) => expect(readTime(text, { role: 'from' })).toBe(time));

test.each(['', 'nine', '25', '24', '24:01', '9:60', '960', '13pm', '0am', '9-12', '99999', '-9', '9:3'])(
  '%j is not a start time',
  (text) => expect(readTime(text, { role: 'from' })).toBeUndefined(),
);

test.each(['24', '24:00', '2400', '12am', 'midnight', '0', '00:00'])(
  'as an end time, %j is the end of the day',
  (text) => expect(readTime(text, { role: 'to' })).toBe('24:00'),
);

test('an end of "5" after nine is in the afternoon, but a time written in full is not changed', () => {
  expect(readTime('5', { role: 'to', after: '09:00' })).toBe('17:00');
  expect(readTime('530', { role: 'to', after: '09:00' })).toBe('17:30');
  expect(readTime('5', { role: 'to', after: '04:00' })).toBe('05:00');
  expect(readTime('05:00', { role: 'to', after: '09:00' })).toBe('05:00');
  expect(readTime('5am', { role: 'to', after: '09:00' })).toBe('05:00');
  expect(readTime('8', { role: 'to', after: '09:00' })).toBe('08:00');
  expect(readTime('5', { role: 'to', after: '18:00' })).toBe('05:00');
});

test.each([
  ['9-12, 1-5', ['09:00-12:00', '13:00-17:00']],
  ['9 to 12 and 1 to 5:30pm', ['09:00-12:00', '13:00-17:30']],
  ['0800–1200;1300–1700', ['08:00-12:00', '13:00-17:00']],
  ['9 - noon', ['09:00-12:00']],
  ['10pm-midnight', ['22:00-24:00']],
  ['5-9pm', ['17:00-21:00']],
  ['1:30 to 5 p.m.', ['13:30-17:00']],
  ['7-6pm', ['07:00-18:00']],
  ['05:00-9pm', ['05:00-21:00']],
  ['5am-9pm', ['05:00-21:00']],
])('%j is read as the ranges %j', (text, ranges) =>
  expect(readRanges(text)?.map(({ from, to }) => `${from}-${to}`)).toEqual(ranges),
);

test.each(['', '9', '9-', '9-12-15', '9-12, lunch', 'closed'])('%j is not read as ranges', (text) =>
  expect(readRanges(text)).toBeUndefined(),
);

test('a saved or shown time is read as the same time', () => {
  fc.assert(
    fc.property(fc.nat(1439), fc.constantFrom('from' as const, 'to' as const), (minutes, role) => {
      const text = clockTime(minutes);
      expect(readTime(text, { role })).toBe(minutes === 0 && role === 'to' ? '24:00' : text);
      expect(readTime(shownTime(text), { role })).toBe(readTime(text, { role }));
      expect(minuteOfDay(text)).toBe(minutes);
    }),
  );
});

test.each([
  ['17:00', '05:00 PM'],
  ['24:00', '12:00 AM'],
  ['17', '17'],
  ['lunch', 'lunch'],
])('%j is shown as %j', (text, shown) => expect(shownTime(text)).toBe(shown));

test('any text is read as a time or as undefined', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789:.hamp -,'.split('')), maxLength: 8 });
  fc.assert(
    fc.property(typed, fc.constantFrom('from' as const, 'to' as const), fc.nat(1440), (text, role, after) => {
      const read = readTime(text, { role, after: clockTime(after) });
      expect(read === undefined || isTime(read)).toBe(true);
      if (role === 'from') expect(read).not.toBe('24:00');
    }),
    { numRuns: 1000 },
  );
});

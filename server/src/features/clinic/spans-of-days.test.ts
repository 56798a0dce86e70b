import { expect, it } from 'vitest';
import { spansOfDays } from './spans-of-days.ts';

const span = (from: string, to: string) => ({ from: Date.parse(`2031-03-${from}Z`), to: Date.parse(`2031-03-${to}Z`) });
const day = (date: string) => ({ first: date, last: date });

it('a day is a span from midnight to midnight; several days are one', () => {
  const zones = { former: [], timeZone: 'Europe/Berlin' };
  expect(spansOfDays(day('2031-03-02'), zones)).toEqual([span('01T23:00', '02T23:00')]);
  // The clock is set forward on the 30th.
  expect(spansOfDays({ first: '2031-03-29', last: '2031-03-30' }, zones)).toEqual([span('28T23:00', '30T22:00')]);
});

it('past days keep their time when the time zone changes, and each instant is on one day', () => {
  const until = new Date('2031-03-05T10:00Z');
  const zones = { former: [{ until, timeZone: 'UTC' }], timeZone: 'Asia/Tokyo' };
  expect(spansOfDays(day('2031-03-04'), zones)).toEqual([span('04T00:00', '05T00:00')]);
  expect(spansOfDays(day('2031-03-05'), zones)).toEqual([span('05T00:00', '05T10:00'), span('05T10:00', '05T15:00')]);
  expect(spansOfDays(day('2031-03-06'), zones)).toEqual([span('05T15:00', '06T15:00')]);
});

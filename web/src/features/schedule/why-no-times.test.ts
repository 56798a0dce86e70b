import { expect, test } from 'vitest';
import { closedOfClinic, nothingFreeText, notOver, whyNoTimes } from './why-no-times.ts';

const part = (whose: 'clinic' | 'doctor', startMinute: number) => ({
  startMinute,
  minutes: 60,
  reason: 'Painting',
  whose,
});

test('patients read why a day is closed, or else its state', () => {
  const closed = [part('clinic', 0)];
  expect(whyNoTimes({ status: 'day-off', closed })).toBe('Painting');
  expect(whyNoTimes({ status: 'day-off' })).toBe('Day off');
  expect(whyNoTimes({ status: 'full', closed })).toBe('Fully booked');
  expect(whyNoTimes({ status: 'free', closed })).toBe('');
});

test('closed time of the clinic is said once for all options of a day, and that of a doctor is not part of it', () => {
  const one = { closed: [part('clinic', 600), part('doctor', 600)] };
  const other = { closed: [part('clinic', 600), part('clinic', 720)] };
  expect(closedOfClinic([one, other, {}])).toEqual([part('clinic', 600), part('clinic', 720)]);
});

test.each([
  ['2026-12-26', 'No appointments on Dec 26, 2026', {}],
  ['2026-12-26', 'No appointments on Dec 26, 2026', { closed: [{ ...part('doctor', 0), minutes: 1440 }] }],
  ['2026-12-26', 'The clinic is closed on Dec 26, 2026', { closed: [{ ...part('clinic', 0), minutes: 1440 }] }],
  ['2026-12-25', 'No appointments left on Dec 25, 2026', { closed: [part('clinic', 600)] }],
  ['2026-12-24', 'No appointments left today', {}],
])('%s without free slots: %s', (day, text, option) => {
  const days = ['2026-12-24', '2026-12-25', '2026-12-27'];
  const facts = { today: '2026-12-24', spaces: new Map(days.map((one) => [one, 0])) };
  expect(nothingFreeText(day, { ...facts, options: [option, {}] })).toBe(text);
});

test('closed time is not said when it is over', () => {
  const parts = [part('clinic', 600), part('clinic', 720)];
  const at = (minute: number, day = '2026-12-24') => notOver(parts, { day, now: { today: '2026-12-24', minute } });
  expect(at(659)).toEqual(parts);
  expect(at(660)).toEqual([part('clinic', 720)]);
  expect(at(780)).toEqual([]);
  expect(at(780, '2026-12-25')).toEqual(parts);
});

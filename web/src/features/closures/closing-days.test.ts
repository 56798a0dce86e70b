import { expect, test } from 'vitest';
import { closingBody, closingFaults, hasEnded, isClosedOn, oneHolidayADay } from './closing-days.ts';

const draft = { from: '2026-12-24', fromTime: '', to: '2026-12-26', toTime: '', doctorId: '', reason: 'Christmas' };
const today = '2026-12-01';
const now = { today, minute: 840 };

test('closing days need a first day and a reason, and end after they begin', () => {
  expect(closingFaults(draft, now)).toEqual({});
  expect(closingFaults({ ...draft, to: '' }, now)).toEqual({});
  expect(Object.keys(closingFaults({ ...draft, from: '', reason: ' ' }, now))).toEqual(['from', 'reason']);
  expect(closingFaults({ ...draft, to: '2026-12-23' }, now)).toEqual({ to: 'The end must be after the start.' });
  const times = { fromTime: '10:00', toTime: '09:00' };
  expect(closingFaults({ ...draft, ...times }, now)).toEqual({});
  expect(closingFaults({ ...draft, ...times, to: '' }, now)).toEqual({ toTime: 'The end must be after the start.' });
});

test('it must be chosen who is away', () => {
  expect(closingFaults({ ...draft, doctorId: undefined }, now)).toEqual({ doctorId: 'Choose a doctor.' });
});

test('the first day can be in the past, the last day cannot', () => {
  expect(closingFaults({ ...draft, from: '2026-11-20', to: today }, now)).toEqual({});
  expect(closingFaults({ ...draft, from: '2026-11-20', to: '2026-11-30' }, now)).toEqual({
    to: 'These days are over.',
  });
  expect(closingFaults({ ...draft, from: '2026-11-30', to: '' }, now)).toEqual({ from: 'This day is over.' });
});

test('today can be closed, but not a time of it that has passed', () => {
  const ofToday = { ...draft, from: today, to: '' };
  expect(closingFaults(ofToday, now)).toEqual({});
  const passed = { toTime: 'This time has passed.' };
  expect(closingFaults({ ...ofToday, fromTime: '09:00', toTime: '10:00' }, now)).toEqual(passed);
  expect(closingFaults({ ...ofToday, from: '2026-11-30', to: today, toTime: '14:00' }, now)).toEqual(passed);
  expect(closingFaults({ ...ofToday, fromTime: '09:00', toTime: '14:01' }, now)).toEqual({});
  expect(closingFaults({ ...ofToday, fromTime: '09:00', toTime: '00:00' }, now)).toEqual({});
});

test('closing days have ended when the last day, or the time of it, has passed', () => {
  const of = (to: string, toMinute: number) => hasEnded({ to, toMinute }, now);
  expect([of('2026-11-30', 1440), of(today, 840), of(today, 841), of(today, 1440)]).toEqual([true, true, false, false]);
});

test('without a last day only the first day is closed, and without a doctor the whole clinic', () => {
  expect(closingBody({ ...draft, to: '', reason: ' Moving ' })).toEqual({
    from: '2026-12-24',
    fromMinute: 0,
    to: '2026-12-24',
    toMinute: 1440,
    reason: 'Moving',
  });
  expect(closingBody({ ...draft, fromTime: '10:05', doctorId: 'd1' })).toMatchObject({
    fromMinute: 605,
    doctorId: 'd1',
  });
  expect(closingBody({ ...draft, toTime: '14:00' }).toMinute).toBe(840);
});

test('until 00:00 of a later day, that day stays open', () => {
  expect(closingBody({ ...draft, fromTime: '18:00', toTime: '00:00' })).toMatchObject({
    from: '2026-12-24',
    fromMinute: 1080,
    to: '2026-12-25',
    toMinute: 1440,
  });
  const firstDay = { ...draft, to: draft.from, toTime: '00:00' };
  expect(closingBody(firstDay)).toMatchObject({ to: '2026-12-24', toMinute: 1440 });
  expect(closingFaults({ ...draft, from: '2026-11-30', to: today, toTime: '00:00' }, now)).toEqual({
    to: 'These days are over.',
  });
});

test('a day counts as closed only if the whole clinic is closed all day', () => {
  const closure = { _id: 'c', from: '2026-12-24', to: '2026-12-26', fromMinute: 0, toMinute: 1440, reason: '' };
  expect(isClosedOn('2026-12-25', [closure])).toBe(true);
  expect(isClosedOn('2026-12-27', [closure])).toBe(false);
  expect(isClosedOn('2026-12-25', [{ ...closure, doctorId: 'd1' }])).toBe(false);
  const part = { ...closure, fromMinute: 780, toMinute: 600 };
  const days = ['2026-12-24', '2026-12-25', '2026-12-26'];
  expect(days.map((day) => isClosedOn(day, [part]))).toEqual([false, true, false]);
  expect(days.map((day) => isClosedOn(day, [closure]))).toEqual([true, true, true]);
});

test('two holidays on one date are one day to close', () => {
  const labour = { date: '2035-05-01', name: 'Labour Day' };
  const christmas = { date: '2035-12-25', name: 'Christmas Day' };
  expect(oneHolidayADay([labour, { date: '2035-05-01', name: 'Ascension Day' }, christmas])).toEqual([
    { date: '2035-05-01', name: 'Labour Day, Ascension Day' },
    christmas,
  ]);
});

import { expect, test } from 'vitest';
import { closedText, freeText, isClosedAllDay, notifiedText, remarks, stateButtons, undoOf } from './words.ts';

test.each([
  ['booked', ['arrived', 'no-show'], ['Arrived', 'No-show'], undefined],
  ['arrived', ['booked', 'in-progress'], ['With the doctor', 'Undo “Arrived”'], 'booked'],
  ['arrived', ['no-show', 'in-progress'], ['With the doctor', 'Undo “Arrived”'], 'no-show'],
  ['in-progress', ['done', 'arrived'], ['Done', 'Undo “With the doctor”'], 'arrived'],
  ['done', ['in-progress'], ['Undo “Done”'], 'in-progress'],
  ['no-show', ['booked', 'arrived'], ['Arrived', 'Undo “No-show”'], 'booked'],
  ['no-show', [], [], undefined],
  ['cancelled', ['booked'], ['Booked'], undefined],
] as const)('%s that can become %o has the buttons %o', (state, become, labels, undo) => {
  expect(stateButtons(state, become).map(({ label }) => label)).toEqual(labels);
  expect(undoOf(state, become)).toBe(undo);
});

test.each([
  [0, 0, 'No patient had to be notified.'],
  [1, 0, '1 patient was notified.'],
  [2, 1, '2 patients were notified. 1 patient gets no email: please tell them.'],
  [0, 2, '2 patients get no email: please tell them.'],
])('of a delay, %i are notified and %i are not: %s', (notified, withoutEmail, text) => {
  expect(notifiedText({ notified, withoutEmail })).toBe(text);
});

test.each([
  [0, 1440, 'Away: Ill'],
  [600, 840, 'Away from 10:00 AM: Ill'],
  [0, 600, 'Away until 10:00 AM: Ill'],
  [600, 120, 'Away from 10:00 AM to 12:00 PM: Ill'],
])('a doctor who is away from minute %i for %i minutes: %s', (startMinute, minutes, text) => {
  expect(closedText({ startMinute, minutes, reason: 'Ill', whose: 'doctor' })).toBe(text);
});

test.each([
  [0, 1440, 'Closed: Cleaning'],
  [0, 600, 'Closed until 10:00 AM: Cleaning'],
])('a clinic that is closed from minute %i for %i minutes: %s', (startMinute, minutes, text) => {
  expect(closedText({ startMinute, minutes, reason: 'Cleaning', whose: 'clinic' })).toBe(text);
});

test('a day on which the clinic or the doctor is closed for a part of it is not closed all day, also without hours', () => {
  const day = '2026-12-24';
  const closure = {
    _id: 'c',
    from: day,
    to: day,
    fromMinute: 0,
    toMinute: 1440,
    reason: 'Christmas',
    whose: 'clinic',
  } as const;
  const christmas = { ...closure, startMinute: 0, minutes: 1440 };
  const evening = { ...closure, startMinute: 900, minutes: 540 };
  expect(isClosedAllDay({ closed: [evening, christmas] })).toBe(true);
  expect(isClosedAllDay({ closed: [{ ...christmas, whose: 'doctor' }] })).toBe(true);
  expect(isClosedAllDay({ closed: [evening, { ...evening, whose: 'doctor' }] })).toBe(false);
  expect(isClosedAllDay({ closed: [] })).toBe(false);
});

test('an appointment that has not begun is marked if its doctor is away or the clinic is closed', () => {
  const still = { state: 'booked', isConfirmed: false, paid: false, price: 50 } as const;
  const appointment = { ...still, isNew: true, isDoctorAway: false, isClinicClosed: false };
  expect(remarks(appointment)).toEqual(['New', 'Unpaid']);
  expect(remarks({ ...appointment, isClinicClosed: true })).toEqual(['Clinic closed', 'New', 'Unpaid']);
  expect(remarks({ ...appointment, isDoctorAway: true })).toEqual(['Doctor away', 'New', 'Unpaid']);
  expect(remarks({ ...appointment, paid: true })).toEqual(['New']);
  expect(remarks({ ...appointment, paid: true, earlierPayment: 'being-refunded' })).toEqual(['New', 'Being refunded']);
  expect(remarks({ ...appointment, paid: true, earlierPayment: 'refund-failed' })).toEqual(['New', 'Refund failed']);
});

test('several free times in a row are counted', () => {
  const time = { startMinute: 540, minutes: 5, optionIds: [] };
  expect(freeText({ startMinute: 540, times: [time] })).toBe('09:00 AM free');
  expect(freeText({ startMinute: 540, times: [time, { ...time, startMinute: 545 }] })).toBe('09:00 AM, 2 free');
});

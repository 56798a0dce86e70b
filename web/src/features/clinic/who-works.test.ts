import type { DoctorsOnDate } from '@openhours/contract/clinic-hours.ts';
import { expect, test } from 'vitest';
import { nobodyWorks, ownHoursText } from './who-works.ts';

const hours = [{ from: '18:00', to: '20:00' }];
const usual = { isException: false, followsSpecialHours: false };
const dora = { ...usual, _id: 'dora', name: 'Dora', version: 3, hours: [{ from: '09:00', to: '18:00' }] };
const date: DoctorsOnDate = { withoutDoctor: [], doctors: [dora] };
const chosen = [{ date: '2026-12-05', doctorId: 'dora', version: 3 }];

test.each([
  ['nobody works if the hours of all doctors end before', date, [], true],
  ['a chosen doctor works', date, chosen, false],
  ['a doctor who was chosen with other hours has to be chosen again', date, [{ ...chosen[0], version: 2 }], true],
  ['a doctor who is away does not work', { ...date, doctors: [{ ...dora, absence: 'Ill' }] }, chosen, true],
  ['a doctor who was chosen before works', { ...date, doctors: [{ ...dora, followsSpecialHours: true }] }, [], false],
  ['a doctor with such hours works', { ...date, doctors: [{ ...dora, hours }] }, [], false],
  ['treatments without a named doctor can be booked', { ...date, withoutDoctor: hours }, [], false],
])('%s', (_, on, of, nobody) => {
  expect(nobodyWorks(on, { hours, chosen: of as typeof chosen })).toBe(nobody);
});

test.each([
  [dora, 'Usually works 09:00 to 18:00.'],
  [{ ...dora, hours: [] }, 'Does not usually work on this day.'],
  [
    { ...dora, isException: true },
    'Exception: 09:00 to 18:00. Choosing this doctor deletes it. Removing the date later does not restore it.',
  ],
  [
    { ...dora, hours: [], isException: true },
    'Exception: day off. Choosing this doctor deletes it. Removing the date later does not restore it.',
  ],
  [
    { ...dora, isException: true, followsSpecialHours: true },
    "Works during these hours. To change this, edit this doctor's own hours.",
  ],
  [{ ...dora, absence: 'Ill' }, 'Away: Ill'],
])('what a doctor does on the date is said: %j', (doctor, text) => {
  expect(ownHoursText(doctor)).toBe(text);
});

import type { DoctorsOnDate } from '@openhours/contract/clinic-hours.ts';
import { expect, test } from 'vitest';
import { canToggle, nobodyWorks, ownHoursText, toggled, withChosen } from './who-works.ts';

const hours = [{ from: '18:00', to: '20:00' }];
const dora = {
  _id: 'dora',
  name: 'Dora',
  isException: false,
  isChosen: false,
  hours: [{ from: '09:00', to: '18:00' }],
};
const dan = { ...dora, _id: 'dan', name: 'Dan' };
const date: DoctorsOnDate = { withoutDoctor: [], doctors: [dora, dan] };

test.each([
  ['nobody works if the hours of all doctors end before', date, true],
  ['a chosen doctor works', withChosen(date, ['dora']), false],
  ['a doctor who is away does not work', { ...date, doctors: [{ ...dora, isChosen: true, absence: 'Ill' }] }, true],
  ['a doctor with such hours works', { ...date, doctors: [{ ...dora, hours }] }, false],
  ['treatments without a named doctor can be booked', { ...date, withoutDoctor: hours }, false],
])('%s', (_, on, nobody) => {
  expect(nobodyWorks(on, hours)).toBe(nobody);
});

test('a doctor is chosen and taken off again, and what is saved is no change', () => {
  const saved = withChosen(date, ['dan']);
  const toggle = (doctorId: string, chosen?: string[]) => toggled(saved, { chosen, doctorId });
  expect(toggle('dora')).toEqual(['dora', 'dan']);
  expect(toggle('dan')).toEqual([]);
  expect(toggle('dora', ['dora', 'dan'])).toBeUndefined();
  expect(toggle('dan', ['dora'])).toEqual(['dora', 'dan']);
  expect(toggle('dan', [])).toBeUndefined();
});

test('a doctor who is away cannot be chosen, but can be taken off and put back', () => {
  const away = { ...dora, absence: 'Ill' };
  const saved = { ...date, doctors: [{ ...away, isChosen: true }, dan] };
  expect(withChosen(saved, []).doctors.map((doctor) => canToggle(saved, doctor))).toEqual([true, true]);
  expect(canToggle({ ...date, doctors: [away, dan] }, away)).toBe(false);
});

test.each([
  [dora, 'Usually works 09:00 to 18:00.'],
  [{ ...dora, hours: [] }, 'Does not usually work on this day.'],
  [{ ...dora, isException: true }, 'Exception: 09:00 to 18:00.'],
  [{ ...dora, hours: [], isException: true }, 'Exception: day off.'],
  [{ ...dora, absence: 'Ill' }, 'Away: Ill'],
])('what a doctor does on the date is said: %j', (doctor, text) => {
  expect(ownHoursText(doctor)).toBe(text);
});

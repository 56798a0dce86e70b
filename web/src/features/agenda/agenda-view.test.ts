import type { LiveEvent } from '@openhours/contract/live.ts';
import { expect, it, test } from 'vitest';
import { daysShown, doctorShown, readView, writeView } from './agenda-view.ts';
import { concerns } from './concerns.ts';

const today = '2024-01-10';
const doctor = '01890000-0000-7000-8000-000000000000';

test.each([
  ['', { day: today, doctor: '', shows: 'day' }],
  [`day=2024-02-29&doctor=${doctor}&view=week`, { day: '2024-02-29', doctor, shows: 'week' }],
  ['day=2024-02-30&doctor=me&view=month', { day: today, doctor: '', shows: 'day' }],
] as const)('the address %o is read as %o', (query, view) => {
  expect(readView(new URLSearchParams(query), today)).toEqual(view);
});

test('the address names only what is not the default', () => {
  expect(writeView({ day: today, doctor: '', shows: 'day' }, today).toString()).toBe('');
  const view = { day: '2024-02-29', doctor, shows: 'week' } as const;
  expect(readView(writeView(view, today), today)).toEqual(view);
});

test.each([
  ['2024-01-08', '2024-01-08'],
  ['2024-01-10', '2024-01-08'],
  ['2024-01-14', '2024-01-08'],
  ['2024-03-31', '2024-03-25'],
])('the week of %s begins on Monday, %s', (day, from) => {
  expect(daysShown({ day, doctor: '', shows: 'week' }).from).toBe(from);
});

test.each([
  ['week', '', true, 'me'],
  ['week', '', false, ''],
  ['week', 'another', true, 'another'],
  ['day', '', true, ''],
] as const)(
  'the %s with doctor %o chosen, for a reader who is a doctor: %o, shows %o',
  (shows, asked, isDoctor, shown) => {
    expect(doctorShown({ day: today, doctor: asked, shows }, { uid: 'me', isDoctor })).toBe(shown);
  },
);

test('a day is shown alone', () => {
  const days = daysShown({ day: '2024-02-29', doctor: '', shows: 'day' });
  expect(days).toEqual({ from: '2024-02-29', to: '2024-02-29' });
});

it.each<[LiveEvent, boolean]>([
  [{ type: 'slots', date: 'Jan 8, 2024' }, true],
  [{ type: 'agenda', date: 'Jan 9, 2024' }, true],
  [{ type: 'agenda', date: 'Jan 10, 2024' }, false],
  [{ type: 'timetable' }, true],
  [{ type: 'ready', resumed: false }, true],
  [{ type: 'ready', resumed: true }, false],
  [{ type: 'post', postId: doctor, by: doctor, change: 'new' }, false],
])('asks again after %o: %o', (event, isStale) => {
  expect(concerns(event, { from: '2024-01-08', to: '2024-01-09' })).toBe(isStale);
});

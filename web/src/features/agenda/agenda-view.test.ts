import type { LiveEvent } from '@openhours/contract/live.ts';
import { expect, it, test } from 'vitest';
import {
  type AgendaView,
  daysShown,
  doctorShown,
  hrefAfterBooking,
  hrefToBook,
  readView,
  viewBefore,
  writeView,
} from './agenda-view.ts';
import { concerns } from './concerns.ts';

const today = '2024-01-10';
const doctor = '01890000-0000-7000-8000-000000000000';
const treatment = '01890000-0000-7000-8000-000000000001';

test.each([
  ['', { day: today, doctor: '', treatment: '', shows: 'day' }],
  [`day=2024-02-29&doctor=${doctor}&view=week`, { day: '2024-02-29', doctor, treatment: '', shows: 'week' }],
  ['day=2024-02-30&doctor=me&view=month', { day: today, doctor: '', treatment: '', shows: 'day' }],
  [`treatment=${treatment}`, { day: today, doctor: '', treatment, shows: 'day' }],
  [`treatment=${treatment}&doctor=${doctor}`, { day: today, doctor, treatment: '', shows: 'day' }],
  [`treatment=${treatment}&view=week`, { day: today, doctor: '', treatment: '', shows: 'week' }],
] as const)('the address %o is read as %o', (query, view) => {
  expect(readView(new URLSearchParams(query), today)).toEqual(view);
});

test('the address names only what is not the default', () => {
  expect(writeView({ day: today, doctor: '', treatment: '', shows: 'day' }, today).toString()).toBe('');
  const view = { day: '2024-02-29', doctor, treatment: '', shows: 'week' } as const;
  expect(readView(writeView(view, today), today)).toEqual(view);
});

test.each([
  ['2024-01-08', '2024-01-08'],
  ['2024-01-10', '2024-01-08'],
  ['2024-01-14', '2024-01-08'],
  ['2024-03-31', '2024-03-25'],
])('the week of %s begins on Monday, %s', (day, from) => {
  expect(daysShown({ day, shows: 'week' }).from).toBe(from);
});

test.each([
  ['week', '', true, 'me'],
  ['week', '', false, ''],
  ['week', 'another', true, 'another'],
  ['day', '', true, ''],
] as const)(
  'the %s with doctor %o chosen, for a reader who is a doctor: %o, shows %o',
  (shows, asked, isDoctor, shown) => {
    expect(doctorShown({ doctor: asked, shows }, { uid: 'me', isDoctor })).toBe(shown);
  },
);

test('a day is shown alone', () => {
  const days = daysShown({ day: '2024-02-29', shows: 'day' });
  expect(days).toEqual({ from: '2024-02-29', to: '2024-02-29' });
});

test.each([
  { day: today, doctor: '', treatment, shows: 'day' },
  { day: '2024-02-29', doctor, treatment: '', shows: 'week' },
] as const)('the form that books for a patient leads back to %o', (view) => {
  const { searchParams } = new URL(hrefToBook(view, { slot: '09:00 AM - 09:30 AM' }), 'https://clinic.example');
  expect(searchParams.get('slot')).toBe('09:00 AM - 09:30 AM');
  expect(viewBefore(searchParams, today)).toEqual(view);
  searchParams.delete('from');
  expect(viewBefore(searchParams, today)).toBeUndefined();
});

test.each<[string, Partial<AgendaView> & Pick<AgendaView, 'shows'>, string | undefined, Record<string, string>]>([
  ['the day', { shows: 'day' }, doctor, {}],
  ['the day of the treatment', { treatment, shows: 'day' }, doctor, { treatment }],
  ['the day of the doctor', { doctor, shows: 'day' }, doctor, { doctor }],
  ['the week of the doctor', { doctor, shows: 'week' }, doctor, { doctor, view: 'week' }],
  ['the day, if it was with another doctor', { doctor, shows: 'week' }, 'another', {}],
  ['the day, if it was with the doctor on duty', { doctor, shows: 'day' }, undefined, {}],
  ['the day, if no doctor was chosen for the week', { shows: 'week' }, doctor, {}],
])('after a booking, the agenda shows %s', (_, shown, doctorId, query) => {
  const before = { day: today, doctor: '', treatment: '', ...shown };
  const booked = { _id: 'id', appointmentDate: 'Mar 1, 2024', ...(doctorId && { doctorId }) };
  const { searchParams } = new URL(hrefAfterBooking(before, booked, today), 'https://clinic.example');
  expect(Object.fromEntries(searchParams)).toEqual({ day: '2024-03-01', ...query, booked: 'id' });
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

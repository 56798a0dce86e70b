import { expect, it } from 'vitest';
import { questionOf, readFilter, writeFilter } from './appointment-filter.ts';

const today = '2026-11-22';
const doctor = '01890000-0000-7000-8000-000000000000';

it.each(['', 'day=2026-11-01', `day=2027-02-28&doctor=${doctor}&search=ann+archer`])(
  'is the same in the URL and in the list: %j',
  (query) => {
    expect(writeFilter(readFilter(new URLSearchParams(query), today), today).toString()).toBe(query);
  },
);

it.each(['day=2026-02-30', 'day=tomorrow', 'doctor=everyone', `day=${today}`])('ignores %j', (query) => {
  expect(readFilter(new URLSearchParams(query), today)).toEqual({ day: today, doctor: '', search: '' });
});

it('asks for one day, and with a search for all days from that one on', () => {
  expect(questionOf({ day: today, doctor, search: '' })).toEqual({ from: 'Nov 22, 2026', to: 'Nov 22, 2026', doctor });
  expect(questionOf({ day: today, doctor: '', search: 'ann' })).toEqual({ from: 'Nov 22, 2026', search: 'ann' });
});

import { expect, it } from 'vitest';
import { questionOf, readFilter, withFilter, writeFilter } from './appointment-filter.ts';

const today = '2026-11-22';
const id = '01890000-0000-7000-8000-000000000000';
const none = {
  day: today,
  to: '',
  time: '',
  doctor: '',
  treatment: '',
  person: '',
  states: [],
  unpaidOnly: false,
  search: '',
};

it.each([
  '',
  'day=2026-11-01',
  'time=14%3A10',
  `day=2027-02-28&doctor=${id}&search=ann+archer`,
  `day=2026-11-01&to=2026-11-30&treatment=${id}&person=${id}&state=done%2Cno-show&unpaid=1`,
])('is the same in the URL and in the list: %j', (query) => {
  expect(writeFilter(readFilter(new URLSearchParams(query), today), today).toString()).toBe(query);
});

it.each([
  'day=2026-02-30',
  'day=tomorrow',
  'doctor=everyone',
  `day=${today}`,
  'to=2026-11-22',
  'to=2026-11-01',
  'state=lost',
  'unpaid=yes',
  'time=24:00',
  'time=2 PM',
  'person=1&treatment=2',
])('ignores %j', (query) => {
  expect(readFilter(new URLSearchParams(query), today)).toEqual(none);
});

it('keeps the other parameters of the URL, such as an open panel or the payments of an appointment', () => {
  const query = new URLSearchParams(`doctor=${id}&appointment=${id}&search=ann&unpaid=1&payment=${id}`);
  const changed = withFilter(query, { ...none, search: 'anna' }, today);
  expect(changed.toString()).toBe(`search=anna&appointment=${id}&payment=${id}`);
});

it('asks for one day, or up to the last one; with a search or a person and no last day, for all days from that one on', () => {
  const day = { from: 'Nov 22, 2026', to: 'Nov 22, 2026' };
  expect(questionOf({ ...none, doctor: id })).toEqual({ ...day, doctor: id });
  expect(questionOf({ ...none, time: '14:10' })).toEqual({ ...day, fromMinute: 850 });
  expect(questionOf({ ...none, time: '14:10', search: 'ann' })).toEqual({ from: 'Nov 22, 2026', search: 'ann' });
  expect(questionOf({ ...none, states: ['done', 'no-show'] })).toEqual({ ...day, state: 'done,no-show' });
  expect(questionOf({ ...none, unpaidOnly: true })).toEqual({ ...day, payment: 'unpaid' });
  expect(questionOf({ ...none, search: 'ann' })).toEqual({ from: 'Nov 22, 2026', search: 'ann' });
  expect(questionOf({ ...none, person: id })).toEqual({ from: 'Nov 22, 2026', person: id });
  const until = { to: '2026-11-30', search: 'ann', treatment: id };
  expect(questionOf({ ...none, ...until })).toEqual({ ...day, ...until, to: 'Nov 30, 2026' });
});

it.each(['K7M4PX', 'k7m 4px', 'k7m-4px'])('looks for the reference %s whatever the other filters say', (search) => {
  const others = {
    to: '2026-11-30',
    doctor: id,
    treatment: id,
    person: id,
    states: ['booked' as const],
    unpaidOnly: true,
  };
  expect(questionOf({ ...none, ...others, search })).toEqual({ search });
});

it('takes digits alone for the end of a phone number', () => {
  expect(questionOf({ ...none, search: '345678' })).toEqual({ from: 'Nov 22, 2026', search: '345678' });
});

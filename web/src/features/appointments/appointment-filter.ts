import { readReference } from '@openhours/contract/booking-reference.ts';
import type { BookingState } from '@openhours/contract/booking-state.ts';
import { minuteOfDay } from '@openhours/contract/clock-time.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { idInUrl } from '../../id-in-url.ts';
import { realDay } from '../schedule/civil-date.ts';
import { states } from './state-names.ts';

/** What the list of appointments shows, as in the URL. */
export type AppointmentFilter = {
  /** 'YYYY-MM-DD': see `daysOf`. */
  day: string;
  /** The last day, 'YYYY-MM-DD'; '' for `day` alone. */
  to: string;
  /** Of a single day, only what has not ended at this time, '14:10'; '' for the whole day. */
  time: string;
  /** `_id`s; '' for everyone and everything. */
  doctor: string;
  treatment: string;
  person: string;
  /** Without one, all. */
  states: readonly BookingState[];
  /** Only those that are still to be paid. */
  unpaidOnly: boolean;
  search: string;
};

/** Reads the filter from the URL. Missing and invalid values get their defaults. */
export function readFilter(query: URLSearchParams, today: string): AppointmentFilter {
  const day = realDay(query.get('day') ?? '') ?? today;
  const to = realDay(query.get('to') ?? '') ?? '';
  const wanted = (query.get('state') ?? '').split(',');
  return {
    day,
    to: to > day ? to : '',
    time: /^([01]\d|2[0-3]):[0-5]\d$/.exec(query.get('time') ?? '')?.[0] ?? '',
    doctor: idInUrl(query.get('doctor')),
    treatment: idInUrl(query.get('treatment')),
    person: idInUrl(query.get('person')),
    states: states.filter((state) => wanted.includes(state)),
    unpaidOnly: query.get('unpaid') === '1',
    search: (query.get('search') ?? '').slice(0, 100),
  };
}

/** The shortest query of a filter. */
export function writeFilter(filter: AppointmentFilter, today: string): URLSearchParams {
  const { day, to, time, doctor, treatment, person, search } = filter;
  return new URLSearchParams({
    ...(day !== today && { day }),
    ...(to && { to }),
    ...(time && { time }),
    ...(doctor && { doctor }),
    ...(treatment && { treatment }),
    ...(person && { person }),
    ...(filter.states.length > 0 && { state: filter.states.join(',') }),
    ...(filter.unpaidOnly && { unpaid: '1' }),
    ...(search && { search }),
  });
}

const names = ['day', 'to', 'time', 'doctor', 'treatment', 'person', 'state', 'unpaid', 'search'];

/** Replaces the filter in a query. Other parameters stay, such as the panel of an appointment. */
export function withFilter(query: URLSearchParams, filter: AppointmentFilter, today: string): URLSearchParams {
  const others = [...query].filter(([name]) => !names.includes(name));
  return new URLSearchParams([...writeFilter(filter, today), ...others]);
}

/**
 * Whether the search is for a reference, which finds its appointment whatever the other filters are. Digits alone are no
 * reference: they may be the end of a phone number.
 */
export function isReference({ search }: AppointmentFilter): boolean {
  return /[a-z]/i.test(search) && readReference(search) !== undefined;
}

/**
 * The days of the list, 'YYYY-MM-DD', both included; all days for a reference. Another search, or a person, goes on to
 * all later days, unless there is a last one.
 */
export function daysOf(filter: AppointmentFilter): { from?: string; to?: string } {
  const { day, to, search, person } = filter;
  if (isReference(filter)) return {};
  if (to === '' && (search !== '' || person !== '')) return { from: day };
  return { from: day, to: to || day };
}

/** The time from which the list shows a single day, or ''. */
export function timeOf(filter: AppointmentFilter): string {
  const { from, to } = daysOf(filter);
  return from && from === to ? filter.time : '';
}

/** The filter as parameters of the call. */
export function questionOf(filter: AppointmentFilter) {
  const { doctor, treatment, person, search } = filter;
  if (isReference(filter)) return { search };
  const { from, to } = daysOf(filter);
  const time = timeOf(filter);
  return {
    ...(from && { from: mediumDateFromIso(from) }),
    ...(to && { to: mediumDateFromIso(to) }),
    ...(time && { fromMinute: minuteOfDay(time) }),
    ...(search && { search }),
    ...(doctor && { doctor }),
    ...(treatment && { treatment }),
    ...(person && { person }),
    ...(filter.states.length > 0 && { state: filter.states.join(',') }),
    ...(filter.unpaidOnly && { payment: 'unpaid' as const }),
  };
}

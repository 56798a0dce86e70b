import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { realDay } from '../schedule/civil-date.ts';

/** What the list of appointments shows, as in the URL. */
export type AppointmentFilter = {
  /** 'YYYY-MM-DD'. With a search, the list goes on from here. */
  day: string;
  /** A doctor's `_id`; '' for everyone. */
  doctor: string;
  search: string;
};

/** Reads the filter from the URL. Missing and invalid values get their defaults. */
export function readFilter(query: URLSearchParams, today: string): AppointmentFilter {
  const doctor = query.get('doctor') ?? '';
  return {
    day: realDay(query.get('day') ?? '') ?? today,
    doctor: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(doctor) ? doctor : '',
    search: (query.get('search') ?? '').slice(0, 100),
  };
}

/** The shortest query of a filter. */
export function writeFilter({ day, doctor, search }: AppointmentFilter, today: string): URLSearchParams {
  return new URLSearchParams({
    ...(day !== today && { day }),
    ...(doctor && { doctor }),
    ...(search && { search }),
  });
}

/** The filter as parameters of the call: one day, or with a search all days from that one on. */
export function questionOf({ day, doctor, search }: AppointmentFilter) {
  const date = mediumDateFromIso(day);
  return { from: date, ...(search ? { search } : { to: date }), ...(doctor && { doctor }) };
}

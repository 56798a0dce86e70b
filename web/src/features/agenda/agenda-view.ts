import type { ClinicAppointment } from '@openhours/contract/appointments.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { idInUrl } from '../../id-in-url.ts';
import { href } from '../../pages.ts';
import { addDays, realDay, weekdayOf } from '../schedule/civil-date.ts';

/** What the agenda shows, as in the URL. */
export type AgendaView = {
  /** 'YYYY-MM-DD' */
  day: string;
  /** A doctor's `_id`; '' for everyone. */
  doctor: string;
  /** A treatment's `_id`, for the doctors who offer it; '' for all. Only in the day, and without a doctor. */
  treatment: string;
  shows: 'day' | 'week';
};

/** Reads the view from the URL. Missing and invalid values get their defaults. */
export function readView(query: URLSearchParams, today: string): AgendaView {
  const doctor = idInUrl(query.get('doctor'));
  const shows = query.get('view') === 'week' ? 'week' : 'day';
  return {
    day: realDay(query.get('day') ?? '') ?? today,
    doctor,
    treatment: doctor === '' && shows === 'day' ? idInUrl(query.get('treatment')) : '',
    shows,
  };
}

/** The shortest query of a view. */
export function writeView({ day, doctor, treatment, shows }: AgendaView, today: string): URLSearchParams {
  return new URLSearchParams({
    ...(day !== today && { day }),
    ...(doctor && { doctor }),
    ...(treatment && { treatment }),
    ...(shows === 'week' && { view: shows }),
  });
}

/** Whose calendar is shown, '' for everyone's. The week shows one at a time: a doctor's own unless the URL names another. */
export function doctorShown(
  { doctor, shows }: Pick<AgendaView, 'doctor' | 'shows'>,
  reader: { uid: string; isDoctor: boolean },
): string {
  return doctor === '' && shows === 'week' && reader.isDoctor ? reader.uid : doctor;
}

/** The days that are shown, both included: one, or Monday to Sunday. */
export function daysShown({ day, shows }: Pick<AgendaView, 'day' | 'shows'>): { from: string; to: string } {
  if (shows === 'day') return { from: day, to: day };
  const from = addDays(day, -((weekdayOf(day) + 6) % 7));
  return { from, to: addDays(from, 6) };
}

/** The form that books for a patient, which leads back to this view afterwards. */
export function hrefToBook(
  { day, doctor, treatment, shows }: AgendaView,
  chosen: Readonly<Record<string, string>> = {},
): string {
  return href.bookForPatient({
    day,
    ...(doctor && { doctor }),
    ...(treatment && { treatment }),
    ...(shows === 'week' && { view: shows }),
    from: 'agenda',
    ...chosen,
  });
}

/** The view of the agenda that led to the form with this query, if one did. */
export function viewBefore(query: URLSearchParams, today: string): AgendaView | undefined {
  return query.get('from') === 'agenda' ? readView(query, today) : undefined;
}

/** The agenda with an appointment that was just booked: in the view before, unless that shows another doctor. */
export function hrefAfterBooking(
  before: AgendaView,
  { _id, appointmentDate, doctorId }: Pick<ClinicAppointment, '_id' | 'appointmentDate' | 'doctorId'>,
  today: string,
): string {
  const day = isoFromMediumDate(appointmentDate) ?? before.day;
  const isShown = before.doctor === '' ? before.shows === 'day' : before.doctor === doctorId;
  const view = isShown ? { ...before, day } : ({ day, doctor: '', treatment: '', shows: 'day' } as const);
  return href.agenda({ ...Object.fromEntries(writeView(view, today)), booked: _id });
}

import { idInUrl } from '../../id-in-url.ts';
import { addDays, realDay, weekdayOf } from '../schedule/civil-date.ts';

/** What the agenda shows, as in the URL. */
export type AgendaView = {
  /** 'YYYY-MM-DD' */
  day: string;
  /** A doctor's `_id`; '' for everyone. */
  doctor: string;
  shows: 'day' | 'week';
};

/** Reads the view from the URL. Missing and invalid values get their defaults. */
export function readView(query: URLSearchParams, today: string): AgendaView {
  return {
    day: realDay(query.get('day') ?? '') ?? today,
    doctor: idInUrl(query.get('doctor')),
    shows: query.get('view') === 'week' ? 'week' : 'day',
  };
}

/** The shortest query of a view. */
export function writeView({ day, doctor, shows }: AgendaView, today: string): URLSearchParams {
  return new URLSearchParams({
    ...(day !== today && { day }),
    ...(doctor && { doctor }),
    ...(shows === 'week' && { view: shows }),
  });
}

/** Whose calendar is shown, '' for everyone's. The week shows one at a time: a doctor's own unless the URL names another. */
export function doctorShown({ doctor, shows }: AgendaView, reader: { uid: string; isDoctor: boolean }): string {
  return doctor === '' && shows === 'week' && reader.isDoctor ? reader.uid : doctor;
}

/** The days that are shown, both included: one, or Monday to Sunday. */
export function daysShown({ day, shows }: AgendaView): { from: string; to: string } {
  if (shows === 'day') return { from: day, to: day };
  const from = addDays(day, -((weekdayOf(day) + 6) % 7));
  return { from, to: addDays(from, 6) };
}

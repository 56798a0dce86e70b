import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import type { Actor } from '../audit/index.ts';
import {
  type BookingRow,
  type BookingSettings,
  bookSlot,
  type Refusal,
  staffRefusalMessage,
} from '../booking/index.ts';
import { addDays } from '../schedule/index.ts';
import { type AppointmentRequest, findBooked, recordAndMail } from './book-for-patient.ts';
import { type KnownPatient, type NoPatient, nameOf } from './patients.ts';
import type { SeriesDate, Viewer } from './presenter.ts';
import { withPatient } from './with-patient.ts';

interface SeriesRequest extends Omit<AppointmentRequest, 'hasArrived'> {
  readonly everyWeeks: number;
  readonly times: number;
  /** Dates of the series that are left out, 'YYYY-MM-DD'. */
  readonly without: readonly string[];
}

type SeriesOutcome =
  | { readonly kind: 'booked'; readonly booked: readonly BookingRow[] }
  /** Nothing was booked. */
  | { readonly kind: 'dates'; readonly dates: readonly SeriesDate[] }
  | NoPatient;

interface SeriesWork {
  readonly request: SeriesRequest;
  readonly by: Actor;
  readonly viewer: Viewer;
  readonly now: Date;
  readonly settings: BookingSettings;
}

/** The dates of a series, 'YYYY-MM-DD'. Pure. */
function datesOfSeries({ date, everyWeeks, times }: Pick<SeriesRequest, 'date' | 'everyWeeks' | 'times'>) {
  return Array.from({ length: times }, (_, index) => addDays(date, 7 * everyWeeks * index));
}

/**
 * Books the same slot every so many weeks, all dates or none, in one transaction. If a date that was not left out cannot
 * be booked, the answer says for every date whether it can. With `isPreview`, that is always the answer: the series is
 * booked, and rolled back.
 */
export async function bookSeries(
  db: Database,
  { isPreview, ...work }: SeriesWork & { isPreview: boolean },
): Promise<SeriesOutcome> {
  const { request, by, now } = work;
  return withPatient(db, { ...work, done: 'booked' }, async (tx, patient): Promise<SeriesOutcome> => {
    const bookedBy = { id: by.personId, as: 'clinic' } as const;
    const seriesId = uuidv7();
    const booked: BookingRow[] = [];
    const dates: SeriesDate[] = [];
    for (const date of datesOfSeries(request)) {
      if (!isPreview && request.without.includes(date)) continue;
      const wanted = { ...request, date, phone: patient.phone, agreed: undefined };
      const outcome = await bookSlot(tx, { request: wanted, patient, now, bookedBy, seriesId });
      if (outcome.code === 'BOOKED') booked.push(await findBooked(tx, outcome.bookingId));
      dates.push({
        date,
        clash: outcome.code === 'BOOKED' ? undefined : clashMessage(outcome, { ...wanted, patient }),
      });
    }
    if (isPreview || booked.length === 0 || dates.some(({ clash }) => clash !== undefined)) {
      return { kind: 'dates', dates };
    }
    await recordAndMail(tx, { booked, patient, by, now });
    return { kind: 'booked', booked };
  });
}

function clashMessage(
  refusal: Refusal,
  wanted: { treatment: string; date: string; slot: string; patient: KnownPatient },
) {
  if (refusal.code === 'SLOT_TAKEN') return `${wanted.slot} is taken.`;
  return staffRefusalMessage(refusal, { ...wanted, patient: nameOf(wanted.patient) });
}

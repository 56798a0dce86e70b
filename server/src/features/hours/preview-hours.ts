import type { OptionAvailability } from '@openhours/contract/availability.ts';
import type { HoursFields } from '@openhours/contract/hours.ts';
import type { Database } from '../../database/database.ts';
import type { BookingRow } from '../booking/index.ts';
import { bookableDays, listAvailability } from '../schedule/index.ts';
import { changeOfHours, knowsTreatments } from './save-hours.ts';
import { listStranded } from './settle-stranded.ts';

const DAYS_SHOWN = 28;

interface HoursPreview {
  /** Today, the first of four weeks of days. */
  readonly from: string;
  readonly timeZone: string;
  readonly lastBookableDate: string;
  readonly options: OptionAvailability[];
  readonly bookings: readonly BookingRow[];
}

/**
 * The slots that patients would see of a doctor with these hours, and the appointments that would be stranded.
 * `undefined`: the hours name an unknown treatment.
 */
export async function previewHours(
  db: Database,
  { doctorId, hours, now }: { doctorId: string; hours: Omit<HoursFields, 'id'>; now: Date },
): Promise<HoursPreview | undefined> {
  const change = await changeOfHours(db, { doctorId, hours, now });
  const { after: timetable, wanted } = change;
  if (!(await knowsTreatments(db, wanted))) return undefined;
  const { today: from, rules } = timetable;
  const options = await listAvailability(db, { which: { doctorId }, timetable, from, days: DAYS_SHOWN, now });
  const bookings = await listStranded(db, { now, which: { calendarId: doctorId }, change: async () => change });
  const { last } = bookableDays({ now, ...rules });
  return { from, timeZone: rules.timeZone, lastBookableDate: last, options: [...options], bookings };
}

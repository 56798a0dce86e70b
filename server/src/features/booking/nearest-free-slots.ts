import type { FreeSlot } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Database } from '../../database/database.ts';
import { addDays, dayInView, findTimetable, listOptionsOfDay, slotsInView } from '../schedule/index.ts';

const WANTED = 3;
const DAYS_LOOKED_AT = 14;

/**
 * Up to three free slots of a treatment instead of one that is not available: the nearest in time on the same day, then
 * the first slots of the next days, up to two weeks ahead.
 *
 * @param question.nearMinute minute of the day around which to look, or `undefined` when the slot is unknown
 */
export async function nearestFreeSlots(
  db: Database,
  question: {
    treatment: string;
    date: string;
    nearMinute: number | undefined;
    now: Date;
  },
): Promise<readonly FreeSlot[]> {
  const { treatment, nearMinute = 0, now } = question;
  const last = addDays(question.date, DAYS_LOOKED_AT - 1);
  const timetable = await findTimetable(db, { first: question.date, last });
  const { rules: clinic } = timetable;
  const found: FreeSlot[] = [];
  for (let ahead = 0; ahead < DAYS_LOOKED_AT && found.length < WANTED; ahead += 1) {
    const date = addDays(question.date, ahead);
    const view = dayInView({ date, clinic, now });
    if (view.state === 'past') continue;
    if (view.state === 'beyond') break;

    const options = await listOptionsOfDay(db, { date, now });
    const near = ahead === 0 ? nearMinute : 0;
    const free = options
      .filter((option) => option.treatment === treatment)
      .flatMap((option) => slotsInView(option, { view, timetable }).free.map((slot) => ({ option, slot })))
      .toSorted((a, b) => Math.abs(a.slot.startMinute - near) - Math.abs(b.slot.startMinute - near));

    for (const { option, slot } of free.slice(0, WANTED - found.length)) {
      found.push({
        optionId: option.optionId,
        treatment: option.treatment,
        ...(option.doctorName === null ? {} : { doctorName: option.doctorName }),
        appointmentDate: mediumDateFromIso(date),
        slot: slotLabel(slot),
        price: priceOf(option.price),
        currency: option.price.currency,
      });
    }
  }
  return found;
}

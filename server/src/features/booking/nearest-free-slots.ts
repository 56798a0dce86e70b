import type { FreeSlot } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { addDays, type DayInView, dayInView, type KnownDay, slotsInView } from '../schedule/index.ts';

const WANTED = 3;
const DAYS_LOOKED_AT = 14;

/**
 * Up to three free slots of a treatment instead of one that is not available: the nearest in time on the same day, then
 * the first slots of the next days, up to two weeks ahead.
 *
 * @param question.nearMinute the minute of the day around which to look; `undefined` when the slot is unknown
 */
export async function nearestFreeSlots(
  look: (date: string) => Promise<KnownDay>,
  question: { treatment: string; date: string; nearMinute: number | undefined; now: Date },
): Promise<readonly FreeSlot[]> {
  const { treatment, date: first, nearMinute = 0, now } = question;
  let day = await look(first);
  const { rules } = day.timetable;
  const found: FreeSlot[] = [];
  for (let ahead = 0; ahead < DAYS_LOOKED_AT && found.length < WANTED; ahead += 1) {
    const date = addDays(first, ahead);
    const view = dayInView({ date, clinic: rules, now });
    if (view.state === 'past') continue;
    if (view.state === 'beyond') break;

    if (ahead > 0) day = await look(date);
    const near = ahead === 0 ? nearMinute : 0;
    const free = freeSlotsOf(treatment, { day, view }).toSorted(
      (a, b) => Math.abs(a.slot.startMinute - near) - Math.abs(b.slot.startMinute - near),
    );
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

function freeSlotsOf(treatment: string, { day, view }: { day: KnownDay; view: DayInView }) {
  const options = day.options.filter((option) => option.treatment === treatment);
  return options.flatMap((option) => {
    const free = new Set(day.freeOf(option.optionId));
    const { offered } = slotsInView({ ...option, taken: [] }, { view, timetable: day.timetable });
    return offered.filter((slot) => free.has(slotLabel(slot))).map((slot) => ({ option, slot }));
  });
}

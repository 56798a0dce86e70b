import type { FreeSlot } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Database } from '../../database/database.ts';
import {
  addDays,
  type BookingWindow,
  dayInView,
  findTimetable,
  type KnownDay,
  listOptionsOfDay,
  type OpenOption,
  type Slot,
  slotsInView,
} from '../schedule/index.ts';

const WANTED = 3;
const DAYS_LOOKED_AT = 14;

interface Question {
  readonly date: string;
  /** Minute of the day around which to look; `undefined` when the slot is unknown. */
  readonly nearMinute: number | undefined;
  readonly now: Date;
}

/** A free slot of the treatment, and its option. */
interface Free {
  readonly option: OpenOption;
  readonly slot: Slot;
}

/**
 * Up to three free slots of a treatment instead of one that is not available: the nearest in time on the same day, then
 * the first slots of the next days, up to two weeks ahead.
 */
export async function nearestFreeSlots(
  db: Database,
  question: Question & { treatment: string },
): Promise<readonly FreeSlot[]> {
  const { treatment, now } = question;
  const last = addDays(question.date, DAYS_LOOKED_AT - 1);
  const timetable = await findTimetable(db, { first: question.date, last });
  const { rules } = timetable;
  const freeOn = async (date: string) => {
    const view = dayInView({ date, clinic: rules, now });
    const options = await listOptionsOfDay(db, { date, now });
    return options
      .filter((option) => option.treatment === treatment)
      .flatMap((option) => slotsInView(option, { view, timetable }).free.map((slot) => ({ option, slot })));
  };
  return nearestOf(question, { rules, freeOn });
}

/** The same without asking the database more than once for all who are refused at that moment. */
export async function nearestKnownSlots(
  look: (date: string) => Promise<KnownDay>,
  question: Question & { treatment: string },
): Promise<readonly FreeSlot[]> {
  const { treatment, now } = question;
  const { timetable } = await look(question.date);
  const { rules } = timetable;
  const freeOn = async (date: string) => {
    const view = dayInView({ date, clinic: rules, now });
    const day = await look(date);
    return day.options
      .filter((option) => option.treatment === treatment)
      .flatMap((option) => {
        const free = new Set(day.freeOf(option.optionId));
        const { offered } = slotsInView({ ...option, taken: [] }, { view, timetable });
        return offered.filter((slot) => free.has(slotLabel(slot))).map((slot) => ({ option, slot }));
      });
  };
  return nearestOf(question, { rules, freeOn });
}

/** From the free slots of each day. */
async function nearestOf(
  { date: first, nearMinute = 0, now }: Question,
  { rules, freeOn }: { rules: BookingWindow; freeOn: (date: string) => Promise<readonly Free[]> },
): Promise<readonly FreeSlot[]> {
  const found: FreeSlot[] = [];
  for (let ahead = 0; ahead < DAYS_LOOKED_AT && found.length < WANTED; ahead += 1) {
    const date = addDays(first, ahead);
    const { state } = dayInView({ date, clinic: rules, now });
    if (state === 'past') continue;
    if (state === 'beyond') break;

    const near = ahead === 0 ? nearMinute : 0;
    const free = (await freeOn(date)).toSorted(
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

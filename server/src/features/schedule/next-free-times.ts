import type { AvailableSlot } from '@openhours/contract/availability.ts';
import type { Database } from '../../database/database.ts';
import { listPublicOptions } from './availability-store.ts';
import { findAvailability } from './find-availability.ts';
import { addDays, dateAt } from './slots.ts';
import { findTimetableAhead } from './timetable-store.ts';

/** The next day on which a treatment can be booked with one doctor. */
export interface NextFreeTimes {
  readonly treatment: string;
  readonly optionId: string;
  /** Null: no named doctor. */
  readonly doctorName: string | null;
  /** 'YYYY-MM-DD' in the clinic's zone. */
  readonly date: string;
  /** At least one. */
  readonly slots: readonly AvailableSlot[];
}

const DAYS = 7;
const MOST_OPTIONS = 100;

/** For each treatment, the option with the earliest free slot, and that option's free slots on that day. */
export async function findNextFreeTimes(
  db: Database,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<readonly NextFreeTimes[]> {
  const from = dateAt(now, timeZone);
  const [options, timetable] = await Promise.all([
    listPublicOptions(db, { which: {}, limit: MOST_OPTIONS }),
    findTimetableAhead(db, { now, days: [from, addDays(from, DAYS)] }),
  ]);
  const found = await findAvailability(db, { options, timetable, from, days: DAYS, now });
  const earliest = new Map<string, NextFreeTimes & { startsAt: string }>();
  for (const { option, days, nextFree } of found) {
    const { treatment, optionId, doctorName } = option;
    const known = earliest.get(treatment);
    if (!nextFree || (known && known.startsAt <= nextFree.startsAt)) continue;
    const { date, slot, startsAt } = nextFree;
    const slots = days.find((day) => day.date === date)?.slots ?? [{ slot, startsAt }];
    earliest.set(treatment, { treatment, optionId, doctorName, date, slots, startsAt });
  }
  return [...earliest.values()];
}

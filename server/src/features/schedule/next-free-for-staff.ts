import type { NextFreeOfOption } from '@openhours/contract/appointments.ts';
import type { Database } from '../../database/database.ts';
import { listPublicOptions } from './availability-store.ts';
import { findAvailability } from './find-availability.ts';
import { findTimetableAhead } from './timetable-store.ts';

const MOST_OTHERS = 50;

/**
 * The first slot from a day on, 'YYYY-MM-DD', that staff can book: of this option, and of the first others of
 * its treatment.
 *
 * @param question.holderId whose holds do not count
 */
export async function listNextFreeForStaff(
  db: Database,
  { optionId, from, holderId, now }: { optionId: string; from: string; holderId: string; now: Date },
): Promise<NextFreeOfOption[]> {
  const [wanted] = await listPublicOptions(db, { which: { optionId } });
  if (!wanted) return [];
  const same = await listPublicOptions(db, { which: { specialtyId: wanted.treatmentId }, limit: MOST_OTHERS });
  const options = [wanted, ...same.filter((option) => option.optionId !== optionId)];
  const ahead = await findTimetableAhead(db, { now, days: [from] });
  const timetable = { ...ahead, rules: { ...ahead.rules, leastNoticeMinutes: 0 } };
  const found = await findAvailability(db, { options, timetable, from, days: 1, holderId, now });
  return found.flatMap(({ option: { optionId: _id, doctorName }, nextFree }) =>
    nextFree ? [{ ...nextFree, optionId: _id, ...(doctorName !== null && { doctorName }) }] : [],
  );
}

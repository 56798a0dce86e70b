import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { findOptionOfDoctor, insertOption, reopenOption } from './store.ts';
import type { WorkingHours } from './timetable.ts';
import { listClinicHours, needsInitialHours } from './timetable-store.ts';

/** '9.00 am to 5.00pm everyday', for a clinic that has not set its hours. */
const NINE_TO_FIVE: readonly WorkingHours[] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  opensMinute: 9 * 60,
  closesMinute: 17 * 60,
  treatmentId: null,
}));

interface OptionDoctor {
  readonly id: string;
  readonly name: string;
  readonly photo: string | null;
}

/**
 * Lets patients book a treatment with a doctor: opens the doctor's option of it, at the doctor's hours, or at the
 * clinic's opening hours if the doctor has none. Other doctors' options do not change. Must run inside a transaction.
 */
export async function openOptionOfDoctor(
  tx: Database,
  { treatmentId, doctor }: { treatmentId: string; doctor: OptionDoctor },
): Promise<{ readonly optionId: string; readonly changed: boolean }> {
  const existing = await findOptionOfDoctor(tx, { treatmentId, doctorId: doctor.id });
  if (!existing) {
    const optionId = uuidv7();
    const hours = (await needsInitialHours(tx, doctor.id)) ? await openingHoursOfClinic(tx) : [];
    const isNew = await insertOption(tx, { id: optionId, treatmentId, doctor, hours });
    // Otherwise another transaction has opened it meanwhile.
    return isNew ? { optionId, changed: true } : openOptionOfDoctor(tx, { treatmentId, doctor });
  }
  const doctorPhoto = doctor.photo ?? existing.doctorPhoto;
  const changed = await reopenOption(tx, { optionId: existing.id, doctorName: doctor.name, doctorPhoto });
  return { optionId: existing.id, changed };
}

/** The hours of a doctor who has none: the clinic's, or nine to five if the clinic has none either. */
async function openingHoursOfClinic(tx: Database): Promise<readonly WorkingHours[]> {
  const hours = await listClinicHours(tx);
  return hours.length === 0 ? NINE_TO_FIVE : hours.map((opening) => ({ ...opening, treatmentId: null }));
}

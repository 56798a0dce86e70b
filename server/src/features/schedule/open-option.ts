import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { CLINIC_OPENINGS } from './clinic.ts';
import { findOptionOfDoctor, insertOption, reopenOption } from './store.ts';

export interface OptionDoctor {
  readonly id: string;
  readonly name: string;
  readonly photo: string | null;
}

/**
 * Lets patients book a treatment with a doctor: opens the doctor's option of it, at the opening hours of the clinic if
 * it is new. Other doctors' options of the treatment stay beside it. Run inside a transaction.
 */
export async function openOptionOfDoctor(
  tx: Database,
  { treatmentId, doctor }: { treatmentId: string; doctor: OptionDoctor },
): Promise<{ readonly optionId: string; readonly changed: boolean }> {
  const existing = await findOptionOfDoctor(tx, { treatmentId, doctorId: doctor.id });
  if (!existing) {
    const optionId = uuidv7();
    await insertOption(tx, { id: optionId, treatmentId, doctor, openings: CLINIC_OPENINGS });
    return { optionId, changed: true };
  }
  const doctorPhoto = doctor.photo ?? existing.doctorPhoto;
  const changed = await reopenOption(tx, { optionId: existing.id, doctorName: doctor.name, doctorPhoto });
  return { optionId: existing.id, changed };
}

import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { ensureTreatments, insertOption } from '../features/schedule/store.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Opens an option in a test's clinic: a treatment, maybe with a doctor, every day from nine to five unless said. */
export async function openOption(
  db: Database,
  option: {
    treatment: string;
    priceMinor?: number;
    minutes?: number;
    doctor?: { id: string | null; name: string; photo: string | null };
    openings?: readonly { weekday: number; opensMinute: number; closesMinute: number }[];
  },
): Promise<{ optionId: string; treatmentId: string }> {
  const { treatment, priceMinor = 5000, minutes = 30, doctor = null } = option;
  const openings =
    option.openings ?? EVERY_DAY.map((weekday) => ({ weekday, opensMinute: 9 * 60, closesMinute: 17 * 60 }));
  const optionId = uuidv7();
  const ids = await ensureTreatments(db, [{ id: uuidv7(), name: treatment, priceMinor, minutes }]);
  const treatmentId = ids.get(treatment) ?? '';
  await insertOption(db, { id: optionId, treatmentId, doctor, openings });
  return { optionId, treatmentId };
}

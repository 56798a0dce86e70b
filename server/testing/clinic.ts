import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../src/database/database.ts';
import { ensureTreatments, insertOption } from '../src/features/schedule/store.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/**
 * Opens an option in a test's clinic: a treatment, with or without a doctor, every day from nine to five by default.
 */
export async function openOption(
  db: Database,
  option: {
    treatment: string;
    priceMinor?: number;
    currency?: string;
    minutes?: number;
    doctor?: { id: string | null; name: string; photo: string | null };
    openings?: readonly { weekday: number; opensMinute: number; closesMinute: number }[];
  },
): Promise<{ optionId: string; treatmentId: string }> {
  const { treatment, priceMinor: minor = 5000, currency = 'USD', minutes = 30, doctor = null } = option;
  const openings =
    option.openings ?? EVERY_DAY.map((weekday) => ({ weekday, opensMinute: 9 * 60, closesMinute: 17 * 60 }));
  const optionId = uuidv7();
  const ids = await ensureTreatments(db, [{ id: uuidv7(), name: treatment, price: { minor, currency }, minutes }]);
  const treatmentId = ids.get(treatment) ?? '';
  // A doctor's hours are written per treatment, so that the options of one doctor can have different hours.
  const hours = openings.map((opening) => ({ ...opening, treatmentId: doctor?.id ? treatmentId : null }));
  await insertOption(db, { id: optionId, treatmentId, doctor, hours });
  return { optionId, treatmentId };
}

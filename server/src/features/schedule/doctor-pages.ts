import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { doctorPages } from '../../database/schema/schedule.ts';

/**
 * A name as a part of an address: 'Tomás Rivera' → 'tomas-rivera'. Keeps letters of every script, and removes accents
 * that Unicode can separate from their letter. Never empty, and at most twice as long as the name.
 */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/(?<=[A-Za-z])\p{M}+/gu, '')
    .normalize('NFC');
  const words = plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.join('-') || 'doctor';
}

/** Creates a doctor's page unless they have one. Doctors of the same name get 'mia-wong', 'mia-wong-2', … */
export async function ensureDoctorPage(db: Database, doctor: { doctorId: string; name: string }): Promise<void> {
  const { doctorId, name } = doctor;
  const slug = slugOf(name);
  for (let number = 1; ; number += 1) {
    const page = { doctorId, slug: number === 1 ? slug : `${slug}-${number}` };
    const { rowCount } = await db.insert(doctorPages).values(page).onConflictDoNothing();
    if (rowCount === 1) return;
    const [existing] = await db.select().from(doctorPages).where(eq(doctorPages.doctorId, doctorId));
    if (existing) return;
  }
}

import type { Database } from '../../database/database.ts';
import { listPublicOptions } from './availability-store.ts';

/** The doctor of a public page, without free times. Undefined for a doctor who cannot be booked. */
export async function findPublicDoctor(
  db: Database,
  slug: string,
): Promise<{ slug: string; name: string; photoURL: string | undefined; specialties: readonly string[] } | undefined> {
  const options = await listPublicOptions(db, { which: { doctorSlug: slug } });
  const name = options[0]?.doctorName;
  if (name == null) return undefined;
  const photoURL = options.find(({ doctorPhoto }) => doctorPhoto !== null)?.doctorPhoto ?? undefined;
  return { slug, name, photoURL, specialties: options.map(({ treatment }) => treatment) };
}

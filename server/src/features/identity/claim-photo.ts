import type { Database } from '../../database/database.ts';
import { claimImage } from '../images/index.ts';

/**
 * To be called before an address is written as a person's photo, after `profileFault`: protects an uploaded image from
 * being deleted as unused. Returns false if there is no such image. Nothing is fetched.
 */
export async function claimPhoto(
  db: Database,
  { image, now }: { image: string | null | undefined; now: Date },
): Promise<boolean> {
  if (!image?.startsWith('/images/')) return true;
  return claimImage(db, { url: image, now });
}

import type { Database } from '../../database/database.ts';
import { claimImage } from '../images/index.ts';
import { NOT_OUR_IMAGE, profileFault } from './rules.ts';

/**
 * What is wrong with a photo that somebody wants to be shown with, as a sentence, or `undefined`: it must be one of
 * ours, and an uploaded one must really be here. It then stays for another day, in which it is written somewhere.
 * Nothing is ever fetched to find out.
 */
export async function photoFault(
  db: Database,
  { image, now }: { image: unknown; now: Date },
): Promise<string | undefined> {
  const fault = profileFault({ name: undefined, image });
  if (fault !== undefined) return fault;
  if (typeof image !== 'string' || !image.startsWith('/images/')) return undefined;
  return (await claimImage(db, { url: image, now })) ? undefined : NOT_OUR_IMAGE;
}

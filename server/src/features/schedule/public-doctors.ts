import type { PublicDoctor } from '@openhours/contract/availability.ts';
import { priceOf } from '@openhours/contract/money.ts';
import type { Database } from '../../database/database.ts';
import { listPublicOptions } from './availability-store.ts';
import { type AvailabilityOfOption, findAvailability } from './find-availability.ts';
import { dateAt } from './slots.ts';
import { findTimetableAhead } from './timetable-store.ts';

/** The bookable doctors of these slugs, in the order of the slugs, each with the next free slot. */
export async function listPublicDoctors(
  db: Database,
  { slugs, timeZone, now }: { slugs: readonly string[]; timeZone: string; now: Date },
): Promise<readonly PublicDoctor[]> {
  const options = await listPublicOptions(db, { which: { doctorSlugs: slugs } });
  if (options.length === 0) return [];
  const calendarIds = [...new Set(options.map(({ calendarId }) => calendarId))];
  const timetable = await findTimetableAhead(db, { now, calendarIds });
  const from = dateAt(now, timeZone);
  const found = await findAvailability(db, { options, timetable, from, days: 1, now });
  const bySlug = Map.groupBy(found, ({ option }) => option.doctorSlug);
  return slugs.flatMap((slug) => {
    const theirs = bySlug.get(slug);
    return theirs ? [presentDoctor(slug, theirs)] : [];
  });
}

function presentDoctor(slug: string, options: readonly AvailabilityOfOption[]): PublicDoctor {
  const [first] = options;
  const photo = options.map(({ option }) => option.doctorPhoto).find((image) => image !== null);
  return {
    slug,
    name: first?.option.doctorName ?? '',
    ...(photo == null ? {} : { photoURL: photo }),
    specialties: options.map(({ option }) => ({
      _id: option.treatmentId,
      name: option.treatment,
      optionId: option.optionId,
      price: priceOf(option.price),
      currency: option.price.currency,
      minutes: option.minutes,
    })),
    nextFree: earliest(options),
  };
}

function earliest(options: readonly AvailabilityOfOption[]): PublicDoctor['nextFree'] {
  const [next] = options
    .flatMap(({ option: { optionId, treatment }, nextFree }) =>
      nextFree ? [{ ...nextFree, optionId, treatment }] : [],
    )
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : 0));
  return next ?? null;
}

/** The doctor of a public page, without free times. Undefined for a doctor who cannot be booked. */
export async function findPublicDoctor(
  db: Database,
  slug: string,
): Promise<{ slug: string; name: string; photoURL: string | undefined; specialties: readonly string[] } | undefined> {
  const options = await listPublicOptions(db, { which: { doctorSlugs: [slug] } });
  const name = options[0]?.doctorName;
  if (name == null) return undefined;
  const photoURL = options.find(({ doctorPhoto }) => doctorPhoto !== null)?.doctorPhoto ?? undefined;
  return { slug, name, photoURL, specialties: options.map(({ treatment }) => treatment) };
}

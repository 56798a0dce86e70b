/** The days after which a newer version of a package must be in use (SECURITY.md, 'Updates'). */
export const DAYS_TO_UPDATE = 90;

const DAY_MILLIS = 86_400_000;

/**
 * The first version after `current` that came out too long ago, or `undefined`. Versions beyond the registry's latest one
 * and prereleases do not count.
 *
 * @param times when each version came out, with other entries that the registry adds
 */
export function overdueUpdate(
  { current, latest, times }: { current: string; latest: string; times: Readonly<Record<string, string>> },
  now: Date,
): { readonly version: string; readonly days: number } | undefined {
  const [first] = Object.entries(times)
    .filter(([version]) => /^\d+\.\d+\.\d+$/.test(version) && isAfter(version, current) && !isAfter(version, latest))
    .map(([version, time]) => ({ version, days: Math.floor((now.getTime() - Date.parse(time)) / DAY_MILLIS) }))
    .toSorted((a, b) => b.days - a.days);
  return first && first.days > DAYS_TO_UPDATE ? first : undefined;
}

function isAfter(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) > 0;
}

/**
 * An IANA zone in which it is between 7 and 8 in the morning at this instant. With this zone for clinic and browser,
 * all slots of today are free at any hour.
 */
export function morningZone(now: Date): string {
  // From -12 to +11, so that each of the 24 hours has one.
  const offset = ((7 - now.getUTCHours() + 36) % 24) - 12;
  // POSIX counts west of Greenwich: UTC+8 is called Etc/GMT-8.
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

/** The zone of this run. Its processes start at different hours, and those that start later get it from the first. */
export const zoneOfRun = (process.env.E2E_ZONE_OF_RUN ??= morningZone(new Date()));

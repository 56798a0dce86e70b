/** The form of a post's time on the wire. */
export const UTC_TIME_PATTERN = /^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$/;

/** Writes an instant in the specification's form, 'YYYY-MM-DD HH:MM:SS', in UTC; fractions of a second are cut off. */
export function utcTime(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads 'YYYY-MM-DD HH:MM:SS' as an instant; `undefined` if it is not a real time in exactly this form. */
export function instantOfUtcTime(text: string): Date | undefined {
  if (!UTC_TIME_PATTERN.test(text)) return undefined;
  const instant = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(instant.getTime()) || utcTime(instant) !== text ? undefined : instant;
}

/** '09:05', for minutes since 00:00. The end of the day is '24:00'. */
export function clockTime(minuteOfDay: number): string {
  return [Math.floor(minuteOfDay / 60), minuteOfDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The minutes since 00:00 of '09:05'. */
export function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** The minutes since 00:00 of the end of a time range, '09:05'. 00:00 is the end of the day: the browser's time fields have no 24:00. */
export function endMinuteOfDay(time: string): number {
  return minuteOfDay(time) || 24 * 60;
}

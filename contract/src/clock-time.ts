/** '09:05', for minutes since 00:00. The end of the day is '24:00'. */
export function clockTime(minuteOfDay: number): string {
  return [Math.floor(minuteOfDay / 60), minuteOfDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The minutes since 00:00 of '09:05'. */
export function minuteOfDay(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

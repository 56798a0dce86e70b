/** A slot within its day: its start, in minutes since 00:00 on the clinic's wall clock, and its length. */
export interface SlotTimes {
  readonly startMinute: number;
  readonly minutes: number;
}

/** '09:00 AM', for minutes since 00:00. */
export function wallClock(minuteOfDay: number): string {
  const hour = Math.floor(minuteOfDay / 60) % 24;
  const minute = minuteOfDay % 60;
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(hour % 12 === 0 ? 12 : hour % 12)}:${pad(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * A slot's label, '09:00 AM - 09:30 AM'. Derived from the times and never parsed: a slot that a caller sends is found
 * by comparing labels.
 */
export function slotLabel({ startMinute, minutes }: SlotTimes): string {
  return `${wallClock(startMinute)} - ${wallClock(startMinute + minutes)}`;
}

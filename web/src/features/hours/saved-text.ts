import { counted } from '@openhours/contract/counted.ts';

/** A message for a saved change of the timetable, with the numbers of kept and cancelled appointments. */
export function savedText(
  done: string,
  { keptBookings, cancelledBookings }: { keptBookings: number; cancelledBookings: number },
): string {
  const count = (number: number, what: string) => (number === 0 ? '' : ` ${counted(number, 'appointment')} ${what}.`);
  return done + count(keptBookings, 'kept') + count(cancelledBookings, 'cancelled');
}

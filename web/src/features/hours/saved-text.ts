/** A message for a saved change of the timetable, with the numbers of kept and cancelled appointments. */
export function savedText(
  done: string,
  { keptBookings, cancelledBookings }: { keptBookings: number; cancelledBookings: number },
): string {
  const count = (number: number, what: string) =>
    number === 0 ? '' : ` ${number} ${number === 1 ? 'appointment' : 'appointments'} ${what}.`;
  return done + count(keptBookings, 'kept') + count(cancelledBookings, 'cancelled');
}

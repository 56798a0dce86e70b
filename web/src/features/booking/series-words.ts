import type { CancellableSeries, CancelledSeries } from '@openhours/contract/booking.ts';

/** The others of a series, as POST /bookings/{id}/cancel takes them. Pure. */
export function othersOf({ appointments }: CancellableSeries, id: string) {
  return appointments.flatMap(({ _id, version }) => (_id === id ? [] : [{ _id, version }]));
}

/** A line for each that was not cancelled, with its time as it was shown. Pure. */
export function skippedLines(
  { skipped }: Pick<CancelledSeries, 'skipped'>,
  { appointments }: Pick<CancellableSeries, 'appointments'>,
): readonly string[] {
  return skipped.map(({ _id, message }) => {
    const shown = appointments.find((one) => one._id === _id);
    return shown ? `${shown.appointmentDate}, ${shown.slot}: ${message}` : message;
  });
}

const shown = 5;

/**
 * The stranded appointments that are listed before somebody presses 'Show all': a few, so that the save button below stays
 * near, and those that were booked while the user decided.
 */
export function firstBookings<Booking extends { readonly _id: string }>(
  bookings: readonly Booking[],
  { added }: { added: readonly string[] },
): readonly Booking[] {
  return bookings.filter(({ _id }, at) => at < shown || added.includes(_id));
}

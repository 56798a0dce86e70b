import type { Database } from '../../database/database.ts';
import { findClosedOption, type OpenOption } from '../schedule/index.ts';
import type { BookingRow } from './booking-row.ts';
import { bookedPrice } from './rules.ts';

/**
 * The option of an appointment, if it can no longer be booked: staff may still move the appointment within it, with the length,
 * the buffer and the price that it was booked with.
 */
export async function findClosedOptionOf(
  db: Database,
  booking: Pick<BookingRow, 'optionId' | 'minutes' | 'bufferMinutes' | 'priceMinor' | 'currency'>,
): Promise<OpenOption | undefined> {
  const option = await findClosedOption(db, booking.optionId);
  const { minutes, bufferMinutes } = booking;
  return option && { ...option, minutes, bufferMinutes, price: bookedPrice(booking) };
}

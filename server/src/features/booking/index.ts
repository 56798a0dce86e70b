/** The door of booking for other features. */
export {
  type BookingRow,
  findBooking,
  listUnpaidBookings,
  lockBooking,
  setPaid,
} from './store.ts';
